// What commands find in memory of rows and of their number, and what they leave there.
#include "redis_cli.h"

namespace keemun {
namespace {

class RememberedRows : public RedisCli {
 protected:
  RememberedRows() : RedisCli(SettingsWithMemory(512 << 10)) {}

  // Pages and rows that a command reads of the store.
  struct Read {
    int64_t pages = 0;
    int64_t rows = 0;
  };
  Read ReadBy(std::initializer_list<BytesView> words) {
    kv_.reset_counts();
    EXPECT_FALSE(Ask(words).is_error());
    return {kv_.counts().scan_pages, kv_.counts().scanned_rows};
  }
  void FillZSet(int count) {
    for (int i = 0; i < count; ++i) Run({"zadd", "z", std::to_string(i), "m" + std::to_string(i)});
  }
};

TEST_F(RememberedRows, StayThroughAWalkOverAllKeys) {
  FillZSet(10);
  Run({"zrange", "z", "0", "3"});
  for (int i = 0; i < 3000; ++i) Run({"set", "key:" + std::to_string(i), "v"});
  for (const char* walk : {"keys", "scan"}) {
    if (walk == BytesView("keys")) Run({"keys", "*"});
    if (walk == BytesView("scan")) Run({"scan", "0", "count", "3000"});
    EXPECT_EQ(ReadBy({"zrange", "z", "0", "3"}).pages, 0) << walk;
  }
}

// A scan of the store would step over all that was erased.
TEST_F(RememberedRows, OfASetFollowItsMembers) {
  Run({"sadd", "s", "a", "b", "c"});
  Run({"smembers", "s"});
  for (int i = 0; i < 5; ++i) {
    const Bytes member = "m" + std::to_string(i);
    EXPECT_EQ(ReadBy({"sadd", "s", member}).pages, 0);
    EXPECT_EQ(ReadBy({"smembers", "s"}).pages, 0);
    EXPECT_EQ(ReadBy({"srem", "s", member}).pages, 0);
    EXPECT_EQ(ReadBy({"spop", "s"}).pages, 0);
    EXPECT_EQ(ReadBy({"sadd", "s", "a", "b", "c"}).pages, 0);
  }
}

TEST_F(RememberedRows, AreNotReadAgainForARank) {
  FillZSet(5000);
  EXPECT_EQ(Run({"zrank", "z", "m4000"}), "(integer) 4000");
  EXPECT_EQ(Run({"zcount", "z", "-inf", "+inf"}), "(integer) 5000");
  EXPECT_LE(ReadBy({"zrank", "z", "m3000"}).rows, 130);
  EXPECT_LE(ReadBy({"zrevrank", "z", "m3000"}).rows, 130);
  EXPECT_LE(ReadBy({"zcount", "z", "100", "4900"}).rows, 260);
  EXPECT_LE(ReadBy({"zrange", "z", "2500", "2509"}).rows, 150);
  EXPECT_LE(ReadBy({"zrangebyscore", "z", "-inf", "+inf", "limit", "3333", "10"}).rows, 150);
  Run({"zincrby", "z", "0.5", "m2000"});
  EXPECT_EQ(Run({"zrank", "z", "m4000"}), "(integer) 4000");
  Run({"zrem", "z", "m10"});
  EXPECT_EQ(Run({"zrank", "z", "m4000"}), "(integer) 3999");
}

TEST_F(RememberedRows, AreNotAllReadForEachRankOfAScript) {
  FillZSet(3000);
  EXPECT_EQ(Run({"zcount", "z", "-inf", "+inf"}), "(integer) 3000");
  const Read read = ReadBy({"eval",
                            "for i = 1, 300 do "
                            "redis.call('zadd', KEYS[1], i * 7 + 0.5, 'm' .. i * 7) "
                            "redis.call('zrank', KEYS[1], 'm2900') end",
                            "1", "z"});
  EXPECT_LE(read.rows, 300 * 300);
  const Read popped = ReadBy({"eval",
                              "for i = 1, 300 do redis.call('zadd', KEYS[1], -i, 'n' .. i) "
                              "redis.call('zrange', KEYS[1], i * 4, i * 4) "
                              "redis.call('zremrangebyrank', KEYS[1], i * 5, i * 5) end",
                              "1", "z"});
  EXPECT_LE(popped.rows, 300 * 600);
}

TEST_F(RememberedRows, CountInATransactionWhatItHasWritten) {
  FillZSet(600);
  EXPECT_EQ(Run({"zrank", "z", "m500"}), "(integer) 500");
  Run({"multi"});
  Run({"zrank", "z", "m500"});
  Run({"zrem", "z", "m0"});
  Run({"zrank", "z", "m500"});
  Run({"zadd", "z", "-1", "a", "-2", "b"});
  Run({"zcount", "z", "-inf", "100"});
  Run({"del", "z"});
  Run({"zcount", "z", "-inf", "+inf"});
  Run({"zadd", "z", "1", "a"});
  Run({"zcount", "z", "-inf", "+inf"});
  EXPECT_EQ(Run({"exec"}),
            "1) (integer) 500\n2) (integer) 1\n3) (integer) 499\n4) (integer) 2\n"
            "5) (integer) 102\n6) (integer) 1\n7) (integer) 0\n8) (integer) 1\n9) (integer) 1");
  EXPECT_EQ(Run({"zcount", "z", "-inf", "+inf"}), "(integer) 1");
}

}  // namespace
}  // namespace keemun
