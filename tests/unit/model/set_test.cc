#include "session.h"

namespace keemun::model {
namespace {

class SetModel : public Session {};

TEST_F(SetModel, CountsWhatIsNewAndWhatIsGone) {
  EXPECT_EQ(run({"sadd", "s", "a", "b", "a"}), integer(2));
  EXPECT_EQ(run({"sadd", "s", "b", "c"}), integer(1));
  EXPECT_EQ(run({"scard", "s"}), integer(3));
  EXPECT_EQ(run({"srem", "s", "a", "a", "x"}), integer(1));
  EXPECT_EQ(run({"smembers", "s"}), Reply::set(bulks({"b", "c"}).items()));
  EXPECT_EQ(run({"srem", "s", "b", "c"}), integer(2));
  EXPECT_TRUE(model_.databases()[0].entries().empty());
}

TEST_F(SetModel, SaysWhoIsAMember) {
  run({"sadd", "s", "a"});
  EXPECT_EQ(run({"sismember", "s", "a"}), integer(1));
  EXPECT_EQ(run({"smismember", "s", "x", "a"}), Reply::array({integer(0), integer(1)}));
  EXPECT_EQ(run({"smismember", "none", "a"}), Reply::array({integer(0)}));
}

TEST_F(SetModel, APopTakesWhatTheServerTook) {
  run({"sadd", "s", "a", "b", "c"});
  EXPECT_TRUE(judge({"spop", "s"}, Reply::bulk("b")));
  EXPECT_EQ(run({"sismember", "s", "b"}), integer(0));
  EXPECT_TRUE(judge({"spop", "s", "9"}, bulks({"c", "a"})));
  EXPECT_TRUE(model_.databases()[0].entries().empty());
}

TEST_F(SetModel, APopIsNeverOfAStrangerOrTwice) {
  run({"sadd", "s", "a", "b", "c"});
  EXPECT_FALSE(judge({"spop", "s"}, Reply::bulk("x")));
  EXPECT_FALSE(judge({"spop", "s", "2"}, bulks({"b", "b"})));
}

TEST_F(SetModel, APopWantsACountOfZeroOrMore) {
  hold_string("x");
  for (const char* count : {"-1", "abc"}) {
    EXPECT_EQ(show({"spop", "x", count}), "(error) ERR value is out of range, must be positive");
  }
  EXPECT_EQ(show({"spop", "x", "0"}), kWrongType);
  EXPECT_EQ(show({"spop", "s", "1", "2"}), "(error) ERR syntax error");
  EXPECT_EQ(run({"spop", "s"}), Reply::null());
  EXPECT_EQ(run({"spop", "s", "1"}), Reply::set());
}

TEST_F(SetModel, RandomMembersMayBeAnyThatObeyTheCount) {
  run({"sadd", "s", "a", "b"});
  EXPECT_TRUE(judge({"srandmember", "s", "5"}, bulks({"b", "a"})));
  EXPECT_FALSE(judge({"srandmember", "s", "5"}, bulks({"b", "b"})));
  EXPECT_TRUE(judge({"srandmember", "s", "-3"}, bulks({"b", "b", "b"})));
  EXPECT_EQ(run({"srandmember", "s", "-3"}), bulks({"a", "b", "a"}));
  EXPECT_EQ(run({"scard", "s"}), integer(2));
}

TEST_F(SetModel, MovesBetweenSets) {
  run({"sadd", "a", "1"});
  EXPECT_EQ(run({"smove", "a", "a", "1"}), integer(1));
  EXPECT_EQ(run({"smove", "a", "b", "2"}), integer(0));
  EXPECT_EQ(run({"smove", "a", "b", "1"}), integer(1));
  EXPECT_EQ(run({"scard", "a"}), integer(0));
  EXPECT_EQ(run({"sismember", "b", "1"}), integer(1));
}

TEST_F(SetModel, AMoveFromNowhereDoesNotLookAtTheDestination) {
  hold_string("x");
  EXPECT_EQ(run({"smove", "none", "x", "1"}), integer(0));
  run({"sadd", "a", "1"});
  EXPECT_EQ(show({"smove", "a", "x", "9"}), kWrongType);
}

TEST_F(SetModel, KnowsTheAlgebraOfSets) {
  run({"sadd", "a", "1", "2", "3"});
  run({"sadd", "b", "2", "3", "4"});
  EXPECT_EQ(run({"sinter", "a", "b"}), Reply::set(bulks({"2", "3"}).items()));
  EXPECT_EQ(run({"sunion", "a", "b"}), Reply::set(bulks({"1", "2", "3", "4"}).items()));
  EXPECT_EQ(run({"sdiff", "a", "b"}), Reply::set(bulks({"1"}).items()));
  EXPECT_EQ(run({"sdiff", "a", "a"}), Reply::set());
  EXPECT_TRUE(judge({"sinter", "a", "b"}, bulks({"3", "2"})));
}

TEST_F(SetModel, AlgebraChecksEveryKeysType) {
  hold_string("x");
  EXPECT_EQ(show({"sinter", "none", "x"}), kWrongType);
  EXPECT_EQ(show({"sunionstore", "d", "none", "x"}), kWrongType);
}

TEST_F(SetModel, AStoreOverwritesAnyTypeAndAnEmptyOneDeletesIt) {
  hold_string("x");
  run({"sadd", "a", "1"});
  EXPECT_EQ(run({"sunionstore", "x", "a"}), integer(1));
  EXPECT_EQ(run({"scard", "x"}), integer(1));
  EXPECT_TRUE(touches("x", {"sdiffstore", "x", "a", "a"}));
  EXPECT_EQ(model_.databases()[0].entries().count("x"), 0u);
  EXPECT_FALSE(touches("x", {"sdiffstore", "x", "a", "a"}));
}

TEST_F(SetModel, CardinalityOfAnIntersectionStopsAtItsLimit) {
  run({"sadd", "a", "1", "2", "3"});
  EXPECT_EQ(run({"sintercard", "2", "a", "a"}), integer(3));
  EXPECT_EQ(run({"sintercard", "1", "a", "limit", "2"}), integer(2));
  EXPECT_EQ(run({"sintercard", "1", "a", "limit", "0"}), integer(3));
  EXPECT_EQ(show({"sintercard", "0", "a"}), "(error) ERR numkeys should be greater than 0");
  EXPECT_EQ(show({"sintercard", "2", "a"}),
            "(error) ERR Number of keys can't be greater than number of args");
  EXPECT_EQ(show({"sintercard", "1", "a", "limit", "x"}), "(error) ERR LIMIT can't be negative");
  EXPECT_EQ(show({"sintercard", "1", "a", "limit"}), "(error) ERR syntax error");
}

TEST_F(SetModel, ScansItsMembers) {
  run({"sadd", "s", "a", "b"});
  EXPECT_EQ(run({"sscan", "s", "0", "match", "[b-z]"}),
            Reply::array({Reply::bulk("0"), bulks({"b"})}));
  EXPECT_TRUE(judge({"sscan", "s", "0"}, Reply::array({Reply::bulk("0"), bulks({"b", "a", "b"})})));
  EXPECT_FALSE(judge({"sscan", "s", "0"}, Reply::array({Reply::bulk("0"), bulks({"b"})})));
}

TEST_F(SetModel, WatchersHearOnlyOfChanges) {
  run({"sadd", "s", "a", "b"});
  EXPECT_FALSE(touches("s", {"sadd", "s", "a"}));
  EXPECT_TRUE(touches("s", {"sadd", "s", "c"}));
  EXPECT_FALSE(touches("s", {"srem", "s", "x"}));
  EXPECT_FALSE(touches("s", {"smove", "s", "s", "a"}));
  EXPECT_FALSE(touches("s", {"spop", "s", "0"}));
  EXPECT_TRUE(touches("s", {"spop", "s"}));
}

}  // namespace
}  // namespace keemun::model
