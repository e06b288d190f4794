#include "session.h"

namespace keemun::model {
namespace {

class StringModel : public Session {};

TEST_F(StringModel, SetsUnderConditions) {
  EXPECT_EQ(run({"set", "k", "1", "xx"}), Reply::null());
  EXPECT_EQ(run({"set", "k", "1", "nx"}), Reply::ok());
  EXPECT_EQ(run({"set", "k", "2", "nx"}), Reply::null());
  EXPECT_EQ(run({"set", "k", "3", "nx", "get"}), Reply::bulk("1"));
  EXPECT_EQ(run({"set", "k", "4", "xx", "get"}), Reply::bulk("1"));
  EXPECT_EQ(run({"get", "k"}), Reply::bulk("4"));
  EXPECT_EQ(show({"set", "k", "1", "nx", "xx"}), "(error) ERR syntax error");
}

TEST_F(StringModel, SetReplacesAnyTypeUnlessItMustAnswerIt) {
  run({"rpush", "l", "a"});
  EXPECT_EQ(show({"set", "l", "v", "get"}), kWrongType);
  EXPECT_EQ(run({"set", "l", "v"}), Reply::ok());
}

TEST_F(StringModel, KeepsExpiryOnlyWhenAsked) {
  run({"set", "k", "1", "ex", "10"});
  run({"set", "k", "2", "keepttl"});
  EXPECT_EQ(run({"pttl", "k"}), integer(10'000));
  run({"append", "k", "x"});
  EXPECT_EQ(run({"pttl", "k"}), integer(10'000));
  run({"set", "k", "3"});
  EXPECT_EQ(run({"pttl", "k"}), integer(-1));
  EXPECT_EQ(show({"set", "k", "1", "ex", "10", "keepttl"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"set", "k", "1", "ex", "10", "px", "10"}), "(error) ERR syntax error");
  EXPECT_EQ(run({"set", "k", "1", "ex", "10", "ex", "20"}), Reply::ok());
  EXPECT_EQ(run({"ttl", "k"}), integer(20));
}

TEST_F(StringModel, RefusesImpossibleExpiry) {
  for (const Bytes time : {"0", "-1", "9223372036854775807", "9223372036854775"}) {
    EXPECT_EQ(show({"set", "k", "v", "ex", time}),
              "(error) ERR invalid expire time in 'set' command");
  }
  EXPECT_EQ(show({"setex", "k", "0", "v"}), "(error) ERR invalid expire time in 'setex' command");
  EXPECT_EQ(show({"set", "k", "v", "ex", "x"}),
            "(error) ERR value is not an integer or out of range");
}

TEST_F(StringModel, AMomentInThePastIsTakenAndOver) {
  EXPECT_EQ(run({"set", "k", "v", "exat", "1"}), Reply::ok());
  EXPECT_EQ(run({"get", "k"}), Reply::null());
  run({"set", "k", "v"});
  EXPECT_EQ(run({"getex", "k", "exat", "1"}), Reply::bulk("v"));
  EXPECT_EQ(run({"exists", "k"}), integer(0));
}

TEST_F(StringModel, GetsAndChangesInOneStep) {
  run({"set", "k", "v"});
  EXPECT_EQ(run({"getex", "k", "px", "500"}), Reply::bulk("v"));
  EXPECT_EQ(run({"pttl", "k"}), integer(500));
  EXPECT_EQ(run({"getex", "k", "persist"}), Reply::bulk("v"));
  EXPECT_EQ(run({"pttl", "k"}), integer(-1));
  EXPECT_EQ(run({"getset", "k", "w"}), Reply::bulk("v"));
  EXPECT_EQ(run({"getdel", "k"}), Reply::bulk("w"));
  EXPECT_EQ(run({"getdel", "k"}), Reply::null());
  EXPECT_EQ(show({"getex", "k", "persist", "ex", "1"}), "(error) ERR syntax error");
}

TEST_F(StringModel, SetsManyOrNone) {
  EXPECT_EQ(run({"mset", "a", "1", "a", "2"}), Reply::ok());
  EXPECT_EQ(run({"msetnx", "b", "1", "a", "3"}), integer(0));
  EXPECT_EQ(run({"msetnx", "b", "1", "c", "3"}), integer(1));
  run({"rpush", "l", "x"});
  EXPECT_EQ(show({"mget", "a", "l", "none"}), "1) \"2\"\n2) (nil)\n3) (nil)");
  EXPECT_EQ(show({"mset", "a", "1", "b"}),
            "(error) ERR wrong number of arguments for 'mset' command");
}

TEST_F(StringModel, CutsRanges) {
  run({"set", "k", "This is a string"});
  EXPECT_EQ(run({"getrange", "k", "0", "3"}), Reply::bulk("This"));
  EXPECT_EQ(run({"getrange", "k", "-3", "-1"}), Reply::bulk("ing"));
  EXPECT_EQ(run({"substr", "k", "-1", "-3"}), Reply::bulk(""));
  EXPECT_EQ(run({"getrange", "k", "0", "-100"}), Reply::bulk("T"));
  EXPECT_EQ(run({"getrange", "k", "5", "100"}), Reply::bulk("is a string"));
}

TEST_F(StringModel, PadsWithZeros) {
  EXPECT_EQ(run({"setrange", "k", "5", ""}), integer(0));
  EXPECT_EQ(run({"exists", "k"}), integer(0));
  EXPECT_EQ(run({"setrange", "k", "2", "x"}), integer(3));
  EXPECT_EQ(run({"get", "k"}), Reply::bulk(Bytes("\0\0x", 3)));
  EXPECT_EQ(show({"setrange", "k", "-1", "x"}), "(error) ERR offset is out of range");
  EXPECT_EQ(show({"setrange", "k", "536870912", "x"}),
            "(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)");
}

TEST_F(StringModel, CountsInTheRangeOfIntegers) {
  EXPECT_EQ(run({"incr", "n"}), integer(1));
  EXPECT_EQ(run({"decrby", "n", "3"}), integer(-2));
  run({"set", "n", "9223372036854775807"});
  EXPECT_EQ(show({"incr", "n"}), "(error) ERR increment or decrement would overflow");
  EXPECT_EQ(show({"decrby", "n", "-9223372036854775808"}), "(error) ERR decrement would overflow");
  run({"set", "n", " 1"});
  EXPECT_EQ(show({"incr", "n"}), "(error) ERR value is not an integer or out of range");
}

TEST_F(StringModel, AddsDecimals) {
  EXPECT_EQ(run({"incrbyfloat", "n", "3.0e3"}), Reply::bulk("3000"));
  EXPECT_EQ(run({"incrbyfloat", "n", "0.25"}), Reply::bulk("3000.25"));
  EXPECT_EQ(show({"incrbyfloat", "n", "inf"}),
            "(error) ERR increment would produce NaN or Infinity");
  EXPECT_EQ(show({"incrbyfloat", "n", "x"}), "(error) ERR value is not a valid float");
}

TEST_F(StringModel, FindsTheLongestCommonSubsequence) {
  run({"mset", "a", "ohmytext", "b", "mynewtext"});
  EXPECT_EQ(run({"lcs", "a", "b"}), Reply::bulk("mytext"));
  EXPECT_EQ(run({"lcs", "a", "b", "len"}), integer(6));
  EXPECT_EQ(run({"lcs", "a", "none"}), Reply::bulk(""));
  const auto pair = [](int64_t from, int64_t to) {
    return Reply::array({integer(from), integer(to)});
  };
  EXPECT_EQ(run({"lcs", "a", "b", "idx", "minmatchlen", "3", "withmatchlen"}),
            Reply::map({Reply::bulk("matches"),
                        Reply::array({Reply::array({pair(4, 7), pair(5, 8), integer(4)})}),
                        Reply::bulk("len"), integer(6)}));
  EXPECT_EQ(show({"lcs", "a", "b", "idx", "len"}),
            "(error) ERR If you want both the length and indexes, please just use IDX.");
  run({"rpush", "l", "x"});
  EXPECT_EQ(show({"lcs", "a", "l"}), "(error) ERR The specified keys must contain string values");
}

}  // namespace
}  // namespace keemun::model
