#include "session.h"

namespace keemun::model {
namespace {

class HashModel : public Session {};

TEST_F(HashModel, SetCountsNewFieldsOnly) {
  EXPECT_EQ(run({"hset", "h", "a", "1", "b", "2"}), integer(2));
  EXPECT_EQ(run({"hset", "h", "b", "3", "c", "4", "c", "5"}), integer(1));
  EXPECT_EQ(run({"hmget", "h", "b", "c", "b"}), bulks({"3", "5", "3"}));
  EXPECT_EQ(run({"hmset", "h", "a", "9"}), Reply::ok());
  EXPECT_EQ(run({"hget", "h", "a"}), Reply::bulk("9"));
}

TEST_F(HashModel, SetWantsPairs) {
  EXPECT_EQ(show({"hset", "h", "a", "1", "b"}),
            "(error) ERR wrong number of arguments for 'hset' command");
  EXPECT_EQ(show({"HMSET", "h", "a", "1", "b"}),
            "(error) ERR wrong number of arguments for 'hmset' command");
}

TEST_F(HashModel, SetIfAbsentLeavesWhatIsThere) {
  EXPECT_EQ(run({"hsetnx", "h", "f", "1"}), integer(1));
  EXPECT_EQ(run({"hsetnx", "h", "f", "2"}), integer(0));
  EXPECT_EQ(run({"hget", "h", "f"}), Reply::bulk("1"));
}

TEST_F(HashModel, AnswersAMapOfAllFields) {
  run({"hset", "h", "a", "1", "b", "2"});
  EXPECT_EQ(run({"hgetall", "h"}), Reply::map(bulks({"a", "1", "b", "2"}).items()));
  EXPECT_EQ(run({"hgetall", "none"}), Reply::map());
  EXPECT_EQ(run({"hkeys", "h"}), bulks({"a", "b"}));
  EXPECT_EQ(run({"hvals", "h"}), bulks({"1", "2"}));
  EXPECT_TRUE(judge({"hgetall", "h"}, bulks({"b", "2", "a", "1"})));
  EXPECT_FALSE(judge({"hgetall", "h"}, bulks({"b", "1", "a", "2"})));
}

TEST_F(HashModel, MeasuresWhatIsThere) {
  run({"hset", "h", "f", "abc"});
  EXPECT_EQ(run({"hlen", "h"}), integer(1));
  EXPECT_EQ(run({"hlen", "none"}), integer(0));
  EXPECT_EQ(run({"hstrlen", "h", "f"}), integer(3));
  EXPECT_EQ(run({"hstrlen", "h", "g"}), integer(0));
  EXPECT_EQ(run({"hexists", "h", "f"}), integer(1));
  EXPECT_EQ(run({"hexists", "h", "g"}), integer(0));
}

TEST_F(HashModel, TheLastFieldTakesTheKeyWithIt) {
  run({"hset", "h", "a", "1", "b", "2"});
  EXPECT_EQ(run({"hdel", "h", "a", "a", "x"}), integer(1));
  EXPECT_EQ(run({"hdel", "h", "b"}), integer(1));
  EXPECT_TRUE(model_.databases()[0].entries().empty());
}

TEST_F(HashModel, IncrementsWholeNumbersInRange) {
  EXPECT_EQ(run({"hincrby", "h", "n", "-5"}), integer(-5));
  EXPECT_EQ(show({"hincrby", "h", "n", "-9223372036854775808"}),
            "(error) ERR increment or decrement would overflow");
  EXPECT_EQ(show({"hincrby", "h", "n", "1.0"}),
            "(error) ERR value is not an integer or out of range");
  run({"hset", "h", "n", "01"});
  EXPECT_EQ(show({"hincrby", "h", "n", "1"}), "(error) ERR hash value is not an integer");
}

TEST_F(HashModel, IncrementsDecimalsWithoutRoundingThem) {
  EXPECT_EQ(run({"hincrbyfloat", "h", "n", "0.1"}), Reply::bulk("0.1"));
  EXPECT_EQ(run({"hincrbyfloat", "h", "n", "0.2"}), Reply::bulk("0.3"));
  EXPECT_EQ(show({"hincrbyfloat", "h", "n", "inf"}), "(error) ERR value is NaN or Infinity");
  EXPECT_EQ(show({"hincrbyfloat", "h", "n", "x"}), "(error) ERR value is not a valid float");
  run({"hset", "h", "n", "inf", "t", "x"});
  EXPECT_EQ(show({"hincrbyfloat", "h", "n", "1"}),
            "(error) ERR increment would produce NaN or Infinity");
  EXPECT_EQ(show({"hincrbyfloat", "h", "t", "1"}), "(error) ERR hash value is not a float");
}

TEST_F(HashModel, ReadsTheIncrementBeforeTheType) {
  hold_string("s");
  EXPECT_EQ(show({"hincrby", "s", "f", "x"}),
            "(error) ERR value is not an integer or out of range");
  EXPECT_EQ(show({"hincrbyfloat", "s", "f", "inf"}), "(error) ERR value is NaN or Infinity");
  EXPECT_EQ(show({"hincrby", "s", "f", "1"}), kWrongType);
  EXPECT_EQ(show({"hgetall", "s"}), kWrongType);
}

TEST_F(HashModel, RandomFieldsMayBeAnyThatObeyTheCount) {
  run({"hset", "h", "a", "1", "b", "2", "c", "3"});
  EXPECT_TRUE(judge({"hrandfield", "h"}, Reply::bulk("c")));
  EXPECT_FALSE(judge({"hrandfield", "h"}, Reply::bulk("x")));
  EXPECT_TRUE(judge({"hrandfield", "h", "2"}, bulks({"c", "a"})));
  EXPECT_FALSE(judge({"hrandfield", "h", "2"}, bulks({"c", "c"})));
  EXPECT_FALSE(judge({"hrandfield", "h", "2"}, bulks({"c"})));
  EXPECT_TRUE(judge({"hrandfield", "h", "-2"}, bulks({"c", "c"})));
  EXPECT_FALSE(judge({"hrandfield", "h", "-2"}, bulks({"c", "c", "c"})));
  EXPECT_EQ(run({"hrandfield", "h", "9"}).items().size(), 3u);
  EXPECT_EQ(run({"hrandfield", "h", "-9"}).items().size(), 9u);
}

TEST_F(HashModel, RandomFieldsBringTheirOwnValues) {
  run({"hset", "h", "a", "1", "b", "2"});
  const Args ask = {"hrandfield", "h", "1", "withvalues"};
  EXPECT_TRUE(judge(ask, bulks({"b", "2"})));
  EXPECT_FALSE(judge(ask, bulks({"b", "1"})));
  client_.protocol = 3;
  EXPECT_TRUE(judge(ask, Reply::array({bulks({"b", "2"})})));
  EXPECT_FALSE(judge(ask, Reply::array({bulks({"b", "1"})})));
}

TEST_F(HashModel, RandomCountsHaveTheirLimits) {
  EXPECT_EQ(show({"hrandfield", "h", "-9223372036854775808"}),
            "(error) ERR value is out of range, value must between -9223372036854775807 and "
            "9223372036854775807");
  EXPECT_EQ(show({"hrandfield", "h", "4611686018427387904", "withvalues"}),
            "(error) ERR value is out of range");
  EXPECT_EQ(show({"hrandfield", "h", "4611686018427387904", "values"}), "(error) ERR syntax error");
  EXPECT_EQ(run({"hrandfield", "h"}), Reply::null());
  EXPECT_EQ(run({"hrandfield", "h", "1"}), Reply::array());
}

TEST_F(HashModel, ScanReadsOptionsOnlyWhenThereIsAKey) {
  EXPECT_EQ(run({"hscan", "h", "0", "bad"}), Reply::array({Reply::bulk("0"), Reply::array()}));
  EXPECT_EQ(show({"hscan", "h", "x"}), "(error) ERR invalid cursor");
  run({"hset", "h", "a", "1", "b", "2"});
  EXPECT_EQ(show({"hscan", "h", "0", "bad"}), "(error) ERR syntax error");
  EXPECT_EQ(run({"hscan", "h", "0", "match", "a*"}),
            Reply::array({Reply::bulk("0"), bulks({"a", "1"})}));
}

TEST_F(HashModel, WatchersHearOfWritesEvenWhenNothingIsNew) {
  run({"hset", "h", "f", "1"});
  EXPECT_TRUE(touches("h", {"hset", "h", "f", "1"}));
  EXPECT_FALSE(touches("h", {"hsetnx", "h", "f", "1"}));
  EXPECT_FALSE(touches("h", {"hdel", "h", "g"}));
  EXPECT_TRUE(touches("h", {"hincrby", "h", "f", "0"}));
}

}  // namespace
}  // namespace keemun::model
