#include "session.h"

namespace keemun::model {
namespace {

class ZSetAlgebraModel : public Session {
 protected:
  ZSetAlgebraModel() {
    run({"zadd", "z", "1", "a", "2", "b"});
    run({"sadd", "s", "b", "c"});
  }
};

TEST_F(ZSetAlgebraModel, APlainSetTakesPartWithScoresOfOne) {
  EXPECT_EQ(show({"zunion", "2", "z", "s", "withscores"}),
            "1) \"a\"\n2) (double) 1\n3) \"c\"\n4) (double) 1\n5) \"b\"\n6) (double) 3");
  EXPECT_EQ(show({"zinter", "2", "z", "s", "withscores"}), "1) \"b\"\n2) (double) 3");
  EXPECT_EQ(run({"zdiff", "2", "z", "s"}), bulks({"a"}));
  EXPECT_EQ(run({"zdiff", "2", "s", "z"}), bulks({"c"}));
}

TEST_F(ZSetAlgebraModel, WeighsThenAggregates) {
  EXPECT_EQ(show({"zinter", "2", "z", "s", "weights", "2", "-1", "withscores"}),
            "1) \"b\"\n2) (double) 3");
  EXPECT_EQ(show({"zinter", "2", "z", "s", "aggregate", "MIN", "weights", "2", "5", "withscores"}),
            "1) \"b\"\n2) (double) 4");
  EXPECT_EQ(show({"zinter", "2", "z", "s", "aggregate", "max", "weights", "2", "5", "withscores"}),
            "1) \"b\"\n2) (double) 5");
}

TEST_F(ZSetAlgebraModel, WhatIsNoNumberBecomesZero) {
  run({"zadd", "up", "inf", "a"});
  run({"zadd", "down", "-inf", "a"});
  const Bytes zero = "1) \"a\"\n2) (double) 0";
  EXPECT_EQ(show({"zunion", "2", "up", "down", "withscores"}), zero);
  EXPECT_EQ(show({"zinter", "2", "up", "down", "withscores"}), zero);
  EXPECT_EQ(show({"zunion", "1", "up", "weights", "0", "withscores"}), zero);
}

TEST_F(ZSetAlgebraModel, SumsFromTheSmallestSetOn) {
  run({"zadd", "one", "1e308", "a"});
  run({"zadd", "two", "1e308", "a", "0", "x"});
  run({"zadd", "three", "-1e308", "a", "0", "x", "0", "y"});
  EXPECT_EQ(show({"zinter", "3", "three", "one", "two", "withscores"}),
            "1) \"a\"\n2) (double) inf");
}

TEST_F(ZSetAlgebraModel, ChecksTypesBeforeOptions) {
  hold_string("x");
  EXPECT_EQ(show({"zunion", "1", "x", "bad"}), kWrongType);
  EXPECT_EQ(show({"zunion", "1", "z", "bad"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zunion", "1", "z", "weights"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zunion", "1", "z", "weights", "x"}), "(error) ERR weight value is not a float");
  EXPECT_EQ(show({"zunion", "1", "z", "aggregate", "avg"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zdiff", "1", "z", "weights", "1"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zunionstore", "d", "1", "z", "withscores"}), "(error) ERR syntax error");
}

TEST_F(ZSetAlgebraModel, WantsAsManyKeysAsItSays) {
  EXPECT_EQ(show({"zunion", "0", "z"}),
            "(error) ERR at least 1 input key is needed for 'zunion' command");
  EXPECT_EQ(show({"ZINTERSTORE", "d", "-1", "z"}),
            "(error) ERR at least 1 input key is needed for 'zinterstore' command");
  EXPECT_EQ(show({"zdiff", "2", "z"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zdiff", "x", "z"}), "(error) ERR value is not an integer or out of range");
}

TEST_F(ZSetAlgebraModel, AStoreOverwritesAnyTypeAndAnEmptyOneDeletesIt) {
  hold_string("d");
  EXPECT_EQ(run({"zunionstore", "d", "2", "z", "s"}), integer(3));
  EXPECT_EQ(run({"zinterstore", "z", "2", "z", "s"}), integer(1));
  EXPECT_EQ(run({"zscore", "z", "b"}), Reply::number(3));
  EXPECT_TRUE(touches("d", {"zdiffstore", "d", "2", "z", "z"}));
  EXPECT_EQ(model_.databases()[0].entries().count("d"), 0u);
  EXPECT_FALSE(touches("d", {"zdiffstore", "d", "2", "z", "z"}));
}

TEST_F(ZSetAlgebraModel, CardinalityOfAnIntersectionStopsAtItsLimit) {
  EXPECT_EQ(run({"zintercard", "2", "z", "s"}), integer(1));
  EXPECT_EQ(run({"zintercard", "1", "z", "limit", "1"}), integer(1));
  EXPECT_EQ(run({"zintercard", "1", "z", "limit", "0"}), integer(2));
  EXPECT_EQ(show({"zintercard", "1", "z", "limit", "-1"}), "(error) ERR LIMIT can't be negative");
  EXPECT_EQ(show({"zintercard", "1", "z", "limit"}), "(error) ERR syntax error");
}

}  // namespace
}  // namespace keemun::model
