#include "redis_cli.h"

namespace keemun {
namespace {

using DumpCommands = RedisCli;

constexpr const char* kRefused = "(error) ERR DUMP payload version or checksum are wrong";

TEST_F(DumpCommands, BringAnyValueBack) {
  Run({"set", "t", "text"});
  Run({"hset", "h", "f", "v", "", ""});
  Run({"sadd", "s", "a", ""});
  Run({"zadd", "z", "-0", "a", "inf", "b", "1e-300", ""});
  Run({"rpush", "l", "x", "", "x"});
  for (const char* key : {"t", "h", "s", "z", "l"}) {
    const resp::Reply payload = Ask({"dump", key});
    EXPECT_EQ(Run({"restore", key, "0", payload.text()}),
              "(error) BUSYKEY Target key name already exists.");
    EXPECT_EQ(Run({"restore", "r", "5000", payload.text(), "REPLACE"}), "OK") << key;
    EXPECT_EQ(Run({"pttl", "r"}), "(integer) 5000");
    EXPECT_EQ(Run({"type", "r"}), Run({"type", key}));
    EXPECT_EQ(Ask({"dump", "r"}), payload) << key;
  }
}

// As redis-server 7.0.15 answers.
TEST_F(DumpCommands, HaveTheBytesOfRedis) {
  Run({"set", "k", "v"});
  EXPECT_EQ(Ask({"dump", "k"}).text(),
            BytesView("\x00\x01v\x0a\x00\x91\x08\xce\xb2\x19\x38\x8a\xce", 13));
}

TEST_F(DumpCommands, RefuseEveryPayloadThatIsNotWhole) {
  Run({"zadd", "z", "1", "member", "2", "other"});
  const Bytes payload = Ask({"dump", "z"}).text();
  for (size_t i = 0; i < payload.size(); ++i) {
    Bytes damaged = payload;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_EQ(Run({"restore", "r", "0", damaged}), kRefused) << i;
    EXPECT_EQ(Run({"restore", "r", "0", payload.substr(0, i)}), kRefused) << i;
  }
  EXPECT_EQ(Run({"restore", "r", "0", payload + "x"}), kRefused);
  EXPECT_EQ(Run({"dbsize"}), "(integer) 1");
}

TEST_F(DumpCommands, KeepNothingWhoseTimeHasCome) {
  Run({"set", "k", "v"});
  const Bytes payload = Ask({"dump", "k"}).text();
  EXPECT_EQ(Run({"restore", "k", "1", payload, "REPLACE", "ABSTTL"}), "OK");
  EXPECT_EQ(Run({"exists", "k"}), "(integer) 0");
  EXPECT_EQ(Run({"restore", "k", "-1", payload}), "(error) ERR Invalid TTL value, must be >= 0");
  EXPECT_EQ(Run({"restore", "k", "0", payload, "IDLETIME", "1", "FREQ", "1"}),
            "(error) ERR syntax error");
}

}  // namespace
}  // namespace keemun
