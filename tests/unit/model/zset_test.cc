#include "session.h"

namespace keemun::model {
namespace {

class ZSetModel : public Session {};

TEST_F(ZSetModel, OrdersByScoreThenByMember) {
  EXPECT_EQ(run({"zadd", "z", "2", "b", "1", "c", "2", "a"}), integer(3));
  EXPECT_EQ(run({"zrange", "z", "0", "-1"}), bulks({"c", "a", "b"}));
  EXPECT_EQ(run({"zrank", "z", "a"}), integer(1));
  EXPECT_EQ(run({"zrevrank", "z", "a"}), integer(1));
  EXPECT_EQ(run({"zrevrank", "z", "c"}), integer(2));
  EXPECT_EQ(run({"zrank", "z", "x"}), Reply::null());
}

TEST_F(ZSetModel, CountsWhatIsAddedOrChanged) {
  run({"zadd", "z", "1", "a"});
  EXPECT_EQ(run({"zadd", "z", "2", "a", "3", "b"}), integer(1));
  EXPECT_EQ(run({"zadd", "z", "ch", "2", "a", "4", "b", "5", "c"}), integer(2));
  EXPECT_EQ(run({"zcard", "z"}), integer(3));
}

TEST_F(ZSetModel, AddsOnlyWhatTheOptionsAllow) {
  run({"zadd", "z", "5", "a"});
  run({"zadd", "z", "nx", "6", "a", "1", "b"});
  run({"zadd", "z", "xx", "2", "b", "2", "c"});
  run({"zadd", "z", "gt", "4", "a", "3", "b"});
  run({"zadd", "z", "lt", "4", "a", "4", "b"});
  EXPECT_EQ(show({"zrange", "z", "0", "-1", "withscores"}),
            "1) \"b\"\n2) (double) 3\n3) \"a\"\n4) (double) 4");
}

TEST_F(ZSetModel, RefusesOptionsThatContradict) {
  EXPECT_EQ(show({"zadd", "z", "nx", "xx", "1", "a"}),
            "(error) ERR XX and NX options at the same time are not compatible");
  for (const auto& [first, second] : {std::pair("nx", "gt"), {"nx", "lt"}, {"lt", "gt"}}) {
    EXPECT_EQ(show({"zadd", "z", first, second, "1", "a"}),
              "(error) ERR GT, LT, and/or NX options at the same time are not compatible");
  }
  EXPECT_EQ(show({"zadd", "z", "incr", "1", "a", "2", "b"}),
            "(error) ERR INCR option supports a single increment-element pair");
  EXPECT_EQ(show({"zadd", "z", "nx", "xx", "1"}), "(error) ERR syntax error");
}

TEST_F(ZSetModel, ReadsAllScoresBeforeItAddsAny) {
  hold_string("s");
  EXPECT_EQ(show({"zadd", "z", "1", "a", "x", "b"}), "(error) ERR value is not a valid float");
  EXPECT_EQ(run({"zcard", "z"}), integer(0));
  EXPECT_EQ(show({"zadd", "s", "nan", "a"}), "(error) ERR value is not a valid float");
  EXPECT_EQ(show({"zadd", "s", "1", "a"}), kWrongType);
}

TEST_F(ZSetModel, IncrementsAndAnswersTheScore) {
  EXPECT_EQ(run({"zincrby", "z", "1.5", "a"}), Reply::number(1.5));
  EXPECT_EQ(run({"zadd", "z", "incr", "1", "a"}), Reply::number(2.5));
  EXPECT_EQ(run({"zadd", "z", "incr", "gt", "-1", "a"}), Reply::null());
  EXPECT_EQ(run({"zadd", "z", "incr", "gt", "0", "a"}), Reply::null());
  EXPECT_EQ(run({"zadd", "z", "incr", "nx", "1", "a"}), Reply::null());
  EXPECT_EQ(run({"zscore", "z", "a"}), Reply::number(2.5));
}

TEST_F(ZSetModel, NoIncrementMakesANumberThatIsNone) {
  run({"zadd", "z", "inf", "a"});
  EXPECT_EQ(show({"zincrby", "z", "-inf", "a"}),
            "(error) ERR resulting score is not a number (NaN)");
  EXPECT_EQ(show({"zscore", "z", "a"}), "(double) inf");
}

TEST_F(ZSetModel, ForgetsTheSignOfAZero) {
  EXPECT_EQ(run({"zincrby", "z", "-0", "a"}), Reply::number(-0.0));
  EXPECT_EQ(run({"zscore", "z", "a"}), Reply::number(0));
  run({"zadd", "z", "0", "b"});
  EXPECT_FALSE(touches("z", {"zadd", "z", "-0", "b"}));
}

TEST_F(ZSetModel, AnswersScoresOfMany) {
  run({"zadd", "z", "1", "a"});
  EXPECT_EQ(run({"zmscore", "z", "x", "a"}), Reply::array({Reply::null(), Reply::number(1)}));
  EXPECT_EQ(run({"zmscore", "none", "a"}), Reply::array({Reply::null()}));
  EXPECT_EQ(run({"zscore", "none", "a"}), Reply::null());
}

TEST_F(ZSetModel, TheLastMemberTakesTheKeyWithIt) {
  run({"zadd", "z", "1", "a", "2", "b"});
  EXPECT_EQ(run({"zrem", "z", "a", "a", "b", "x"}), integer(2));
  EXPECT_TRUE(model_.databases()[0].entries().empty());
}

TEST_F(ZSetModel, PopsFromEitherEnd) {
  run({"zadd", "z", "1", "a", "2", "b", "3", "c"});
  EXPECT_EQ(run({"zpopmax", "z"}), Reply::array({Reply::bulk("c"), Reply::number(3)}));
  EXPECT_EQ(run({"zpopmin", "z", "0"}), Reply::array());
  EXPECT_EQ(run({"zpopmin", "z", "9"}),
            Reply::array({Reply::bulk("a"), Reply::number(1), Reply::bulk("b"), Reply::number(2)}));
  EXPECT_EQ(run({"zpopmin", "z"}), Reply::array());
  EXPECT_EQ(show({"zpopmin", "z", "-1"}), "(error) ERR value is out of range, must be positive");
  EXPECT_EQ(show({"zpopmin", "z", "1", "2"}), "(error) ERR syntax error");
}

TEST_F(ZSetModel, NestsPoppedPairsOnlyWhereACountWasGiven) {
  client_.protocol = 3;
  run({"zadd", "z", "1", "a", "2", "b"});
  EXPECT_EQ(run({"zpopmin", "z"}), Reply::array({Reply::bulk("a"), Reply::number(1)}));
  EXPECT_EQ(run({"zpopmin", "z", "1"}),
            Reply::array({Reply::array({Reply::bulk("b"), Reply::number(2)})}));
}

TEST_F(ZSetModel, PopsFromTheFirstKeyThatHasSomething) {
  run({"zadd", "z", "1", "a", "2", "b"});
  hold_string("s");
  EXPECT_EQ(run({"zmpop", "3", "none", "z", "s", "MAX"}),
            Reply::array({Reply::bulk("z"),
                          Reply::array({Reply::array({Reply::bulk("b"), Reply::number(2)})})}));
  EXPECT_EQ(run({"zmpop", "1", "none", "min"}), Reply::null_array());
  EXPECT_EQ(show({"zmpop", "2", "s", "z", "min"}), kWrongType);
}

TEST_F(ZSetModel, PopFromManyKeysIsStrictAboutItsArguments) {
  EXPECT_EQ(show({"zmpop", "0", "z", "min"}), "(error) ERR numkeys should be greater than 0");
  EXPECT_EQ(show({"zmpop", "2", "z", "min"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zmpop", "1", "z", "top"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zmpop", "1", "z", "min", "count", "0"}),
            "(error) ERR count should be greater than 0");
  EXPECT_EQ(show({"zmpop", "1", "z", "min", "count", "1", "count", "1"}),
            "(error) ERR syntax error");
}

TEST_F(ZSetModel, RandomMembersBringTheirOwnScores) {
  run({"zadd", "z", "1", "a", "2", "b"});
  const Args ask = {"zrandmember", "z", "1", "withscores"};
  EXPECT_TRUE(judge(ask, bulks({"b", "2"})));
  EXPECT_FALSE(judge(ask, bulks({"b", "1"})));
  EXPECT_TRUE(judge({"zrandmember", "z", "-2"}, bulks({"b", "b"})));
  EXPECT_FALSE(judge({"zrandmember", "z", "2"}, bulks({"b", "b"})));
}

TEST_F(ZSetModel, AScanMayWriteAScoreInMoreThanOneWay) {
  run({"zadd", "z", "100000000000000000", "a"});
  const auto page = [](const Bytes& score) {
    return Reply::array({Reply::bulk("0"), bulks({"a", score})});
  };
  EXPECT_TRUE(judge({"zscan", "z", "0"}, page("1e+17")));
  EXPECT_TRUE(judge({"zscan", "z", "0"}, page("100000000000000000")));
  EXPECT_FALSE(judge({"zscan", "z", "0"}, page("100000000000000064")));
}

TEST_F(ZSetModel, WatchersHearOnlyOfChanges) {
  run({"zadd", "z", "1", "a"});
  EXPECT_FALSE(touches("z", {"zadd", "z", "1", "a"}));
  EXPECT_FALSE(touches("z", {"zincrby", "z", "0", "a"}));
  EXPECT_FALSE(touches("z", {"zrem", "z", "x"}));
  EXPECT_FALSE(touches("z", {"zpopmin", "z", "0"}));
  EXPECT_TRUE(touches("z", {"zadd", "z", "2", "a"}));
}

}  // namespace
}  // namespace keemun::model
