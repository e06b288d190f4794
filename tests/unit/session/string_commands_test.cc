#include "redis_cli.h"

namespace keemun {
namespace {

using StringCommands = RedisCli;

TEST_F(StringCommands, SetTakesItsConditionsAndAnswersTheOldValue) {
  EXPECT_EQ(Run({"set", "k", "1", "XX"}), "(nil)");
  EXPECT_EQ(Run({"set", "k", "1", "NX", "GET"}), "(nil)");
  EXPECT_EQ(Run({"set", "k", "2", "NX"}), "(nil)");
  EXPECT_EQ(Run({"set", "k", "3", "XX", "GET"}), "\"1\"");
  EXPECT_EQ(Run({"get", "k"}), "\"3\"");
  EXPECT_EQ(Run({"set", "k", "4", "NX", "XX"}), "(error) ERR syntax error");
  Run({"hset", "h", "f", "v"});
  EXPECT_EQ(Run({"set", "h", "1", "GET"}),
            "(error) WRONGTYPE Operation against a key holding the wrong kind of value");
  EXPECT_EQ(Run({"set", "h", "1"}), "OK");
  EXPECT_EQ(Run({"type", "h"}), "string");
}

TEST_F(StringCommands, KeepTheirExpiryWhenChangedInPlaceOnly) {
  Run({"set", "k", "1", "PX", "5000"});
  Run({"incr", "k"});
  Run({"append", "k", "0"});
  Run({"setrange", "k", "0", "7"});
  EXPECT_EQ(Run({"pttl", "k"}), "(integer) 5000");
  Run({"set", "k", "2", "KEEPTTL"});
  EXPECT_EQ(Run({"pttl", "k"}), "(integer) 5000");
  Run({"set", "k", "2"});
  EXPECT_EQ(Run({"pttl", "k"}), "(integer) -1");
}

TEST_F(StringCommands, AreGoneWhenTheirTimeIsOver) {
  Run({"setex", "k", "10", "v"});
  clock_.advance(10'000);
  EXPECT_EQ(Run({"get", "k"}), "\"v\"");
  clock_.advance(1);
  EXPECT_EQ(Run({"get", "k"}), "(nil)");
  EXPECT_EQ(Run({"setnx", "k", "w"}), "(integer) 1");
  EXPECT_EQ(Run({"getex", "k", "PXAT", "1"}), "\"w\"");
  EXPECT_EQ(Run({"exists", "k"}), "(integer) 0");
}

TEST_F(StringCommands, RefuseToGrowBeyondWhatRedisTakes) {
  EXPECT_EQ(Run({"setrange", "k", "536870912", "x"}),
            "(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)");
  EXPECT_EQ(Run({"setbit", "k", "4294967296", "1"}),
            "(error) ERR bit offset is not an integer or out of range");
  EXPECT_EQ(Run({"exists", "k"}), "(integer) 0");
}

TEST_F(StringCommands, ReadTheStoreOncePerKey) {
  Run({"mset", "a", "1", "b", "2"});
  kv_.reset_counts();
  Run({"set", "a", "2", "NX", "GET"});
  EXPECT_EQ(kv_.counts().gets, 1);
  Run({"getex", "a", "PERSIST"});
  EXPECT_EQ(kv_.counts().gets, 2);
  Run({"mget", "a", "b", "a"});
  EXPECT_EQ(kv_.counts().gets, 4);
  EXPECT_EQ(kv_.counts().commits, 0);
}

TEST_F(StringCommands, SetManyOrNone) {
  Run({"set", "b", "old"});
  EXPECT_EQ(Run({"msetnx", "a", "1", "b", "2"}), "(integer) 0");
  EXPECT_EQ(Run({"exists", "a"}), "(integer) 0");
  kv_.reset_counts();
  EXPECT_EQ(Run({"mset", "a", "1", "b", "2", "a", "3"}), "OK");
  EXPECT_EQ(kv_.counts().commits, 1);
  EXPECT_EQ(Run({"mget", "a", "b", "c"}), "1) \"3\"\n2) \"2\"\n3) (nil)");
}

TEST_F(StringCommands, FindTheLongestCommonSubsequence) {
  Run({"mset", "a", "ohmytext", "b", "mynewtext"});
  EXPECT_EQ(Run({"lcs", "a", "b"}), "\"mytext\"");
  EXPECT_EQ(Run({"lcs", "a", "b", "LEN"}), "(integer) 6");
  EXPECT_EQ(Run({"lcs", "a", "b", "IDX", "LEN"}),
            "(error) ERR If you want both the length and indexes, please just use IDX.");
}

TEST_F(StringCommands, BitfieldKeepsRoomItWasGrownForThoughNothingWasWritten) {
  EXPECT_EQ(Run({"bitfield", "k", "OVERFLOW", "FAIL", "SET", "u8", "#1", "256"}), "1) (nil)");
  EXPECT_EQ(Run({"strlen", "k"}), "(integer) 2");
  EXPECT_EQ(Run({"bitfield", "k", "OVERFLOW", "SAT", "INCRBY", "i8", "0", "200", "GET", "u8", "0"}),
            "1) (integer) 127\n2) (integer) 127");
  EXPECT_EQ(Run({"bitcount", "k", "1", "-1", "BIT"}), "(integer) 7");
  EXPECT_EQ(Run({"bitpos", "k", "0"}), "(integer) 0");
}

// Redis 7.0 counts in 64 bits how far a number is below the highest.
TEST_F(StringCommands, BitfieldSaturatesWhatIsTooFarBelowToTheHighest) {
  const auto set_to = [this](const char* number) {
    Run({"bitfield", "k", "OVERFLOW", "SAT", "SET", "i8", "0", number});
    return Run({"bitfield", "k", "GET", "i8", "0"});
  };
  EXPECT_EQ(set_to("-9223372036854775808"), "1) (integer) 127");
  EXPECT_EQ(set_to("-9223372036854775681"), "1) (integer) 127");
  EXPECT_EQ(set_to("-9223372036854775680"), "1) (integer) -128");
}

}  // namespace
}  // namespace keemun
