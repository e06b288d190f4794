#include <string>

#include "format/key_layout.h"
#include "format/key_meta.h"
#include "redis_cli.h"

namespace keemun {
namespace {

using ZSetCommands = RedisCli;

constexpr const char* kEmpty = "(empty array)";

TEST_F(ZSetCommands, AddCountsNewMembersAndWithChChangedOnesToo) {
  EXPECT_EQ(Run({"zadd", "z", "1", "a", "2", "b", "3", "a"}), "(integer) 2");
  EXPECT_EQ(Run({"zadd", "z", "3", "a", "4", "c"}), "(integer) 1");
  EXPECT_EQ(Run({"zadd", "z", "ch", "5", "a", "4", "c", "1", "d"}), "(integer) 2");
  EXPECT_EQ(Run({"zadd", "z", "CH", "7", "a", "5", "a"}), "(integer) 2");
  EXPECT_EQ(Run({"zrange", "z", "0", "-1"}), "1) \"d\"\n2) \"b\"\n3) \"c\"\n4) \"a\"");
}

TEST_F(ZSetCommands, AddHeedsItsConditions) {
  Run({"zadd", "z", "5", "a"});
  EXPECT_EQ(Run({"zadd", "z", "nx", "ch", "6", "a"}), "(integer) 0");
  EXPECT_EQ(Run({"zadd", "z", "xx", "ch", "6", "b"}), "(integer) 0");
  EXPECT_EQ(Run({"zadd", "z", "gt", "ch", "4", "a"}), "(integer) 0");
  EXPECT_EQ(Run({"zadd", "z", "lt", "ch", "4", "a"}), "(integer) 1");
  EXPECT_EQ(Run({"zadd", "z", "gt", "incr", "-1", "a"}), "(nil)");
  EXPECT_EQ(Run({"zadd", "z", "incr", "1.5", "a"}), "(double) 5.5");
  EXPECT_EQ(Run({"zadd", "none", "xx", "1", "a"}), "(integer) 0");
  EXPECT_EQ(Run({"zcard", "none"}), "(integer) 0");
}

// As camellia leaves it where it falls between the writes of two rows.
TEST_F(ZSetCommands, LoseNothingOfAKeyThatCountsTooFewMembers) {
  const std::vector<std::vector<BytesView>> removals = {
      {"zpopmin", "z"}, {"zremrangebyrank", "z", "0", "0"}, {"zremrangebylex", "z", "[a", "[a"}};
  for (const auto& removal : removals) {
    Run({"del", "z"});
    Run({"zadd", "z", "1", "a", "1", "b", "1", "c"});
    const Bytes row = core_.settings.databases.front().meta_key("z");
    auto meta = *format::decode_key_meta(kv_.rows().at(row));
    meta.count = 1;
    kv_.rows().at(row) = format::encode_key_meta(meta);
    Run(removal);
    EXPECT_EQ(Run({"zcard", "z"}), "(integer) 2") << removal[0];
    EXPECT_EQ(Run({"zrange", "z", "0", "-1"}), "1) \"b\"\n2) \"c\"") << removal[0];
    Run({"zpopmax", "z", "7"});
    EXPECT_EQ(Run({"exists", "z"}), "(integer) 0") << removal[0];
  }
}

TEST_F(ZSetCommands, RefuseOptionsThatExcludeEachOtherAndChangeNothing) {
  EXPECT_EQ(Run({"zadd", "z", "nx", "xx", "1", "a"}),
            "(error) ERR XX and NX options at the same time are not compatible");
  EXPECT_EQ(Run({"zadd", "z", "gt", "lt", "1", "a"}),
            "(error) ERR GT, LT, and/or NX options at the same time are not compatible");
  EXPECT_EQ(Run({"zadd", "z", "incr", "1", "a", "2", "b"}),
            "(error) ERR INCR option supports a single increment-element pair");
  EXPECT_EQ(Run({"zadd", "z", "1", "a", "x", "b"}), "(error) ERR value is not a valid float");
  EXPECT_EQ(Run({"zadd", "z", "nx", "ch"}), "(error) ERR syntax error");
  EXPECT_EQ(Run({"zcard", "z"}), "(integer) 0");
}

TEST_F(ZSetCommands, IncrementToNoNumberIsRefused) {
  Run({"zadd", "z", "inf", "a"});
  EXPECT_EQ(Run({"zincrby", "z", "nx", "a"}), "(error) ERR syntax error");
  EXPECT_EQ(Run({"zincrby", "z", "-inf", "a"}),
            "(error) ERR resulting score is not a number (NaN)");
  EXPECT_EQ(Run({"zscore", "z", "a"}), "(double) inf");
  EXPECT_EQ(Run({"zincrby", "z", "0.1", "b"}), "(double) 0.10000000000000001");
}

TEST_F(ZSetCommands, MoveAMemberWithItsScore) {
  Run({"zadd", "z", "-inf", "a", "-1.5", "b", "0", "c", "2", "d", "inf", "e"});
  Run({"zadd", "z", "3", "a"});
  EXPECT_EQ(Run({"zrange", "z", "0", "-1", "rev"}),
            "1) \"e\"\n2) \"a\"\n3) \"d\"\n4) \"c\"\n5) \"b\"");
  EXPECT_EQ(Run({"zrank", "z", "a"}), "(integer) 3");
  EXPECT_EQ(Run({"zrevrank", "z", "a"}), "(integer) 1");
  EXPECT_EQ(Run({"zrank", "z", "none"}), "(nil)");
  EXPECT_EQ(Run({"zcount", "z", "(-1.5", "3"}), "(integer) 3");
}

TEST_F(ZSetCommands, ZeroHasOnePlaceAndNoSign) {
  Run({"zadd", "z", "-0.0", "b", "0", "a"});
  EXPECT_EQ(Run({"zrange", "z", "0", "-1", "withscores"}),
            "1) \"a\"\n2) (double) 0\n3) \"b\"\n4) (double) 0");
  EXPECT_EQ(Run({"zadd", "z", "ch", "-0", "a"}), "(integer) 0");
  EXPECT_EQ(Run({"zcount", "z", "(-0", "1"}), "(integer) 0");
}

TEST_F(ZSetCommands, DropTheKeyWithItsLastMember) {
  Run({"zadd", "z", "1", "a", "2", "b", "3", "c"});
  EXPECT_EQ(Run({"zrem", "z", "a", "a", "x"}), "(integer) 1");
  EXPECT_EQ(Run({"zpopmax", "z"}), "1) \"c\"\n2) (double) 3");
  EXPECT_EQ(Run({"zremrangebyscore", "z", "-inf", "+inf"}), "(integer) 1");
  EXPECT_EQ(Run({"zcard", "z"}), "(integer) 0");
  Run({"zadd", "z", "9", "y"});
  EXPECT_EQ(Run({"zrange", "z", "0", "-1"}), "1) \"y\"");
}

TEST_F(ZSetCommands, PopFromTheFirstKeyThatHasMembers) {
  Run({"zadd", "z", "1", "a", "2", "b"});
  EXPECT_EQ(Run({"zmpop", "2", "none", "z", "max", "count", "5"}),
            "1) \"z\"\n2) 1) 1) \"b\"\n      2) (double) 2\n   2) 1) \"a\"\n      2) (double) 1");
  EXPECT_EQ(Run({"zmpop", "1", "z", "min"}), "(nil)");
  EXPECT_EQ(Run({"zmpop", "0", "z", "min"}), "(error) ERR numkeys should be greater than 0");
  EXPECT_EQ(Run({"zpopmin", "z", "-1"}), "(error) ERR value is out of range, must be positive");
}

TEST_F(ZSetCommands, RangesTakeWindowsAndRefuseWhatDoesNotFit) {
  Run({"zadd", "z", "1", "a", "2", "b", "3", "c", "4", "d"});
  EXPECT_EQ(Run({"zrangebyscore", "z", "(1", "+inf", "limit", "1", "1"}), "1) \"c\"");
  EXPECT_EQ(Run({"zrevrangebyscore", "z", "+inf", "2", "limit", "1", "-1"}), "1) \"c\"\n2) \"b\"");
  EXPECT_EQ(Run({"zrange", "z", "1", "2", "byscore", "limit", "-1", "2"}), kEmpty);
  EXPECT_EQ(Run({"zrange", "z", "-3", "-2"}), "1) \"b\"\n2) \"c\"");
  EXPECT_EQ(
      Run({"zrange", "z", "0", "1", "limit", "0", "1"}),
      "(error) ERR syntax error, LIMIT is only supported in combination with either BYSCORE or "
      "BYLEX");
  EXPECT_EQ(Run({"zrangebyscore", "z", "x", "1"}), "(error) ERR min or max is not a float");
  EXPECT_EQ(Run({"zrevrange", "z", "0", "1", "rev"}), "(error) ERR syntax error");
}

TEST_F(ZSetCommands, RangesByNameRunInTheOrderOfNames) {
  Run({"zadd", "z", "0", "a", "0", "b", "0", "bb", "0", "c"});
  EXPECT_EQ(Run({"zrangebylex", "z", "[b", "(c"}), "1) \"b\"\n2) \"bb\"");
  EXPECT_EQ(Run({"zrevrangebylex", "z", "+", "(a", "limit", "1", "1"}), "1) \"bb\"");
  EXPECT_EQ(Run({"zlexcount", "z", "-", "[bb"}), "(integer) 3");
  EXPECT_EQ(Run({"zlexcount", "z", BytesView("-\0x", 3), "+"}), "(integer) 4");
  EXPECT_EQ(Run({"zremrangebylex", "z", "(a", "[bb"}), "(integer) 2");
  EXPECT_EQ(Run({"zlexcount", "z", "a", "+"}),
            "(error) ERR min or max not valid string range item");
}

TEST_F(ZSetCommands, RangesByNameOverUnlikeScoresWalkAsRedisDoes) {
  Run({"zadd", "z", "3", "a", "2", "b", "1", "c"});
  EXPECT_EQ(Run({"zrangebylex", "z", "[b", "+"}), kEmpty);  // the last of all, a, is below
  EXPECT_EQ(Run({"zrangebylex", "z", "-", "(b"}), kEmpty);  // the first of all, c, is above
  EXPECT_EQ(Run({"zrangebylex", "z", "-", "[c"}), "1) \"c\"\n2) \"b\"\n3) \"a\"");
  EXPECT_EQ(Run({"zlexcount", "z", "-", "+"}), "(integer) 3");
}

TEST_F(ZSetCommands, StoreOverwritesWhateverTheDestinationHolds) {
  Run({"zadd", "z", "1", "a", "2", "b"});
  Run({"hset", "h", "f", "v"});
  EXPECT_EQ(Run({"zrangestore", "h", "z", "0", "0", "rev"}), "(integer) 1");
  EXPECT_EQ(Run({"zrange", "h", "0", "-1", "withscores"}), "1) \"b\"\n2) (double) 2");
  EXPECT_EQ(Run({"zunionstore", "z", "2", "z", "z", "weights", "1", "10"}), "(integer) 2");
  EXPECT_EQ(Run({"zscore", "z", "b"}), "(double) 22");
  EXPECT_EQ(Run({"zinterstore", "z", "2", "z", "none"}), "(integer) 0");
  EXPECT_EQ(Run({"zcard", "z"}), "(integer) 0");
}

TEST_F(ZSetCommands, AlgebraWeighsAndAggregates) {
  Run({"zadd", "x", "1", "a", "2", "b", "3", "c"});
  Run({"zadd", "y", "10", "b", "inf", "c"});
  EXPECT_EQ(Run({"zinter", "2", "x", "y", "aggregate", "max", "withscores"}),
            "1) \"b\"\n2) (double) 10\n3) \"c\"\n4) (double) inf");
  EXPECT_EQ(Run({"zunion", "2", "x", "y", "aggregate", "max", "withscores"}),
            "1) \"a\"\n2) (double) 1\n3) \"b\"\n4) (double) 10\n5) \"c\"\n6) (double) inf");
  EXPECT_EQ(Run({"zinter", "2", "x", "y", "weights", "10", "1", "aggregate", "max", "withscores"}),
            "1) \"b\"\n2) (double) 20\n3) \"c\"\n4) (double) inf");
  EXPECT_EQ(Run({"zinter", "2", "x", "y", "aggregate", "min", "withscores"}),
            "1) \"b\"\n2) (double) 2\n3) \"c\"\n4) (double) 3");
  EXPECT_EQ(Run({"zunion", "2", "x", "y", "weights", "-1", "0", "withscores"}),
            "1) \"c\"\n2) (double) -3\n3) \"b\"\n4) (double) -2\n5) \"a\"\n6) (double) -1");
  EXPECT_EQ(Run({"zdiff", "2", "x", "y", "withscores"}), "1) \"a\"\n2) (double) 1");
  EXPECT_EQ(Run({"zintercard", "2", "x", "y", "limit", "1"}), "(integer) 1");
  EXPECT_EQ(Run({"zinter", "0", "x"}),
            "(error) ERR at least 1 input key is needed for 'zinter' command");
  EXPECT_EQ(Run({"zinter", "1", "x", "weights", "a"}), "(error) ERR weight value is not a float");
  EXPECT_EQ(Run({"zintercard", "1", "x", "limit", "-1"}), "(error) ERR LIMIT can't be negative");
}

TEST_F(ZSetCommands, StoredZeroLosesItsSign) {
  Run({"zadd", "z", "0", "a"});
  EXPECT_EQ(Run({"zunion", "1", "z", "weights", "-1", "withscores"}), "1) \"a\"\n2) (double) -0");
  Run({"zunionstore", "d", "1", "z", "weights", "-1"});
  EXPECT_EQ(Run({"zscore", "d", "a"}), "(double) 0");
}

TEST_F(ZSetCommands, SetsTakePartInAlgebraWithScoresOfOne) {
  Run({"zadd", "z", "5", "a", "6", "b"});
  Run({"sadd", "s", "b", "c"});
  EXPECT_EQ(Run({"zunion", "2", "z", "s", "weights", "1", "3", "withscores"}),
            "1) \"c\"\n2) (double) 3\n3) \"a\"\n4) (double) 5\n5) \"b\"\n6) (double) 9");
  EXPECT_EQ(Run({"zinter", "2", "s", "z", "withscores"}), "1) \"b\"\n2) (double) 7");
  EXPECT_EQ(Run({"zdiff", "2", "s", "z"}), "1) \"c\"");
}

TEST_F(ZSetCommands, AlgebraGoesThroughAllPagesOfItsInputs) {
  constexpr int kMembers = 1000;
  for (int i = 0; i < kMembers; ++i) {
    const Bytes name = "m" + std::to_string(i);
    Run({"zadd", "all", "1", name});
    if (i % 2 == 0) Run({"zadd", "even", "1", name});
  }
  EXPECT_EQ(Run({"zintercard", "2", "all", "even"}), "(integer) 500");
  EXPECT_EQ(Run({"zintercard", "2", "all", "even", "limit", "300"}), "(integer) 300");
  EXPECT_EQ(Run({"zdiffstore", "odd", "2", "all", "even"}), "(integer) 500");
  // Others so small are read rather than asked; one of them is a set.
  Run({"zadd", "few", "7", "m1", "7", "m999", "7", "none"});
  Run({"sadd", "more", "m1", "m500"});
  EXPECT_EQ(Run({"zdiffstore", "most", "3", "all", "few", "more"}), "(integer) 997");
  EXPECT_EQ(Run({"zmscore", "most", "m1", "m500", "m999", "m2"}),
            "1) (nil)\n2) (nil)\n3) (nil)\n4) (double) 1");
  EXPECT_EQ(Run({"zunionstore", "again", "2", "odd", "even"}), "(integer) 1000");
  EXPECT_EQ(Ask({"zrange", "again", "0", "-1", "withscores"}),
            Ask({"zrange", "all", "0", "-1", "withscores"}));
}

TEST_F(ZSetCommands, SamplesAreDistinctUnlessRepeatsAreAskedFor) {
  Run({"zadd", "z", "1", "a", "2", "b"});
  EXPECT_EQ(Ask({"zrandmember", "z", "10"}).items().size(), 2u);
  EXPECT_EQ(Ask({"zrandmember", "z", "-10", "withscores"}).items().size(), 20u);
  EXPECT_EQ(Run({"zrandmember", "none"}), "(nil)");
  EXPECT_EQ(Run({"zrandmember", "z", "1", "scores"}), "(error) ERR syntax error");
}

TEST_F(ZSetCommands, Resp3NestsPairsAndHasDoubles) {
  Run({"zadd", "z", "1", "a", "2", "b"});
  session_.connection().protocol = 3;
  const auto pair = [](const char* member, double score) {
    return resp::Reply::array({resp::Reply::bulk(member), resp::Reply::number(score)});
  };
  EXPECT_EQ(Ask({"zrange", "z", "0", "-1", "withscores"}),
            resp::Reply::array({pair("a", 1), pair("b", 2)}));
  EXPECT_EQ(Ask({"zpopmin", "z"}), pair("a", 1));
  EXPECT_EQ(Ask({"zpopmin", "z", "1"}), resp::Reply::array({pair("b", 2)}));
}

TEST_F(ZSetCommands, FailedCommandLeavesNoTrace) {
  Run({"hset", "h", "f", "v"});
  const auto before = kv_.rows();
  constexpr const char* kWrongType =
      "(error) WRONGTYPE Operation against a key holding the wrong kind of value";
  EXPECT_EQ(Run({"zadd", "h", "1", "a"}), kWrongType);
  EXPECT_EQ(Run({"zunionstore", "d", "2", "none", "h"}), kWrongType);
  EXPECT_EQ(Run({"zpopmin", "h"}), kWrongType);
  EXPECT_EQ(kv_.rows(), before);
}

// As Redis does, which keeps a small one in that order.
TEST_F(ZSetCommands, ScanASmallSetInTheOrderOfItsScores) {
  Run({"zadd", "z", "9", "i9", "-2", "i2", "0", "i0", "0", "a"});
  EXPECT_EQ(Run({"zscan", "z", "0"}),
            "1) \"0\"\n2) 1) \"i2\"\n   2) \"-2\"\n   3) \"a\"\n   4) \"0\"\n"
            "   5) \"i0\"\n   6) \"0\"\n   7) \"i9\"\n   8) \"9\"");
}

}  // namespace
}  // namespace keemun
