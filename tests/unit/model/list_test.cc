#include "session.h"

namespace keemun::model {
namespace {

class ListModel : public Session {
 protected:
  Reply all(const Bytes& key) { return run({"lrange", key, "0", "-1"}); }
};

TEST_F(ListModel, GrowsAtBothEnds) {
  EXPECT_EQ(run({"rpushx", "l", "x"}), integer(0));
  EXPECT_EQ(run({"lpush", "l", "b", "a"}), integer(2));
  EXPECT_EQ(run({"rpush", "l", "c"}), integer(3));
  EXPECT_EQ(run({"lpushx", "l", "z"}), integer(4));
  EXPECT_EQ(all("l"), bulks({"z", "a", "b", "c"}));
}

TEST_F(ListModel, PopsOneOrMany) {
  run({"rpush", "l", "a", "b", "c"});
  EXPECT_EQ(run({"lpop", "l"}), Reply::bulk("a"));
  EXPECT_EQ(run({"rpop", "l", "0"}), Reply::array());
  EXPECT_EQ(run({"rpop", "l", "9"}), bulks({"c", "b"}));
  EXPECT_EQ(run({"exists", "l"}), integer(0));
  EXPECT_EQ(run({"lpop", "l"}), Reply::null());
  EXPECT_EQ(run({"lpop", "l", "1"}), Reply::null_array());
  EXPECT_EQ(show({"lpop", "l", "-1"}), "(error) ERR value is out of range, must be positive");
  EXPECT_EQ(show({"lpop", "l", "1", "2"}),
            "(error) ERR wrong number of arguments for 'lpop' command");
}

TEST_F(ListModel, ReachesPlacesByIndex) {
  run({"rpush", "l", "a", "b", "c"});
  EXPECT_EQ(run({"lindex", "l", "-1"}), Reply::bulk("c"));
  EXPECT_EQ(run({"lindex", "l", "3"}), Reply::null());
  EXPECT_EQ(run({"lindex", "none", "x"}), Reply::null());
  EXPECT_EQ(run({"lset", "l", "-2", "B"}), Reply::ok());
  EXPECT_EQ(show({"lset", "l", "3", "x"}), "(error) ERR index out of range");
  EXPECT_EQ(show({"lset", "none", "x", "x"}), "(error) ERR no such key");
  EXPECT_EQ(run({"lrange", "l", "-100", "1"}), bulks({"a", "B"}));
  EXPECT_EQ(run({"lrange", "l", "2", "1"}), Reply::array());
  EXPECT_EQ(run({"ltrim", "l", "1", "-2"}), Reply::ok());
  EXPECT_EQ(all("l"), bulks({"B"}));
  run({"ltrim", "l", "5", "6"});
  EXPECT_EQ(run({"exists", "l"}), integer(0));
}

TEST_F(ListModel, InsertsAroundThePivot) {
  run({"rpush", "l", "a", "c"});
  EXPECT_EQ(run({"linsert", "l", "before", "c", "b"}), integer(3));
  EXPECT_EQ(run({"linsert", "l", "AFTER", "c", "d"}), integer(4));
  EXPECT_EQ(run({"linsert", "l", "after", "x", "y"}), integer(-1));
  EXPECT_EQ(run({"linsert", "none", "after", "x", "y"}), integer(0));
  EXPECT_EQ(show({"linsert", "none", "x", "x", "y"}), "(error) ERR syntax error");
  EXPECT_EQ(all("l"), bulks({"a", "b", "c", "d"}));
}

TEST_F(ListModel, RemovesFromEitherEnd) {
  run({"rpush", "l", "x", "a", "x", "b", "x"});
  EXPECT_EQ(run({"lrem", "l", "-1", "x"}), integer(1));
  EXPECT_EQ(run({"lrem", "l", "1", "x"}), integer(1));
  EXPECT_EQ(all("l"), bulks({"a", "x", "b"}));
  EXPECT_EQ(run({"lrem", "l", "-9223372036854775808", "x"}), integer(1));
  EXPECT_EQ(run({"lrem", "l", "0", "x"}), integer(0));
}

TEST_F(ListModel, FindsPositions) {
  run({"rpush", "l", "x", "a", "x", "b", "x"});
  EXPECT_EQ(run({"lpos", "l", "x"}), integer(0));
  EXPECT_EQ(run({"lpos", "l", "x", "rank", "-2"}), integer(2));
  EXPECT_EQ(show({"lpos", "l", "x", "count", "0", "rank", "2"}), "1) (integer) 2\n2) (integer) 4");
  EXPECT_EQ(run({"lpos", "l", "b", "maxlen", "3"}), Reply::null());
  EXPECT_EQ(run({"lpos", "l", "b", "maxlen", "3", "count", "1"}), Reply::array());
  EXPECT_EQ(show({"lpos", "l", "x", "count", "1", "rank", "-9223372036854775808"}),
            "1) (integer) 4\n2) (integer) 2\n3) (integer) 0");
  EXPECT_EQ(show({"lpos", "l", "x", "count", "-1"}), "(error) ERR COUNT can't be negative");
  EXPECT_TRUE(run({"lpos", "l", "x", "rank", "0"}).text().starts_with("ERR RANK can't be zero"));
}

TEST_F(ListModel, MovesBetweenListsAndWithinOne) {
  run({"rpush", "l", "a", "b", "c"});
  EXPECT_EQ(run({"rpoplpush", "l", "l"}), Reply::bulk("c"));
  EXPECT_EQ(all("l"), bulks({"c", "a", "b"}));
  EXPECT_EQ(run({"lmove", "l", "m", "left", "right"}), Reply::bulk("c"));
  EXPECT_EQ(run({"lmove", "none", "m", "left", "right"}), Reply::null());
  hold_string("s");
  EXPECT_EQ(run({"rpoplpush", "none", "s"}), Reply::null());
  EXPECT_EQ(show({"rpoplpush", "l", "s"}), kWrongType);
  EXPECT_EQ(show({"lmove", "l", "m", "up", "right"}), "(error) ERR syntax error");
}

TEST_F(ListModel, MovesTheLastElementOntoItself) {
  run({"rpush", "l", "a"});
  EXPECT_EQ(run({"lmove", "l", "l", "left", "left"}), Reply::bulk("a"));
  EXPECT_EQ(all("l"), bulks({"a"}));
}

TEST_F(ListModel, PopsFromTheFirstListThatIsThere) {
  run({"rpush", "l", "a", "b", "c"});
  EXPECT_EQ(run({"lmpop", "2", "none", "l", "right", "count", "2"}),
            Reply::array({Reply::bulk("l"), bulks({"c", "b"})}));
  EXPECT_EQ(run({"lmpop", "1", "none", "left"}), Reply::null_array());
  EXPECT_EQ(show({"lmpop", "0", "l", "left"}), "(error) ERR numkeys should be greater than 0");
  EXPECT_EQ(show({"lmpop", "2", "l", "left"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"lmpop", "1", "l", "left", "count", "0"}),
            "(error) ERR count should be greater than 0");
  EXPECT_EQ(show({"lmpop", "1", "l", "left", "count", "1", "count", "1"}),
            "(error) ERR syntax error");
}

}  // namespace
}  // namespace keemun::model
