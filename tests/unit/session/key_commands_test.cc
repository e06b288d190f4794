#include <map>
#include <set>

#include "redis_cli.h"

namespace keemun {
namespace {

using KeyCommands = RedisCli;

session::CoreSettings SettingsOf(format::LayoutKind layout) {
  session::CoreSettings settings;
  settings.databases.emplace_back(layout, "a");
  return settings;
}

class KeysOfEveryLayout : public RedisCli, public testing::WithParamInterface<format::LayoutKind> {
 protected:
  KeysOfEveryLayout() : RedisCli(SettingsOf(GetParam())) {}

  void SetMany(int count, const char* expiry) {
    for (int i = 0; i < count; ++i) {
      Ask({"set", "key:" + std::to_string(i), "v", "PX", expiry});
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Layouts, KeysOfEveryLayout,
                         testing::Values(format::LayoutKind::kPlain, format::LayoutKind::kMd5,
                                         format::LayoutKind::kSlot));

TEST_P(KeysOfEveryLayout, AreAllDrawnByChance) {
  constexpr int kKeys = 500;
  constexpr int kDraws = 8'000;
  SetMany(kKeys, "100000");
  std::map<Bytes, int> draws;
  for (int i = 0; i < kDraws; ++i) ++draws[Ask({"randomkey"}).text()];
  EXPECT_EQ(draws.size(), kKeys);
  for (const auto& [key, count] : draws) EXPECT_LT(count, 20 * kDraws / kKeys) << key;
}

TEST_P(KeysOfEveryLayout, AreDrawnAmongTheLivingHoweverManyHaveExpired) {
  SetMany(1'000, "10");
  EXPECT_EQ(Ask({"set", "alive", "v"}), resp::Reply::ok());
  clock_.advance(11);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Run({"randomkey"}), "\"alive\"");
  Run({"del", "alive"});
  EXPECT_EQ(Run({"randomkey"}), "(nil)");
}

TEST_P(KeysOfEveryLayout, AreAllMetByAScanInStepsOfBoundedEffort) {
  SetMany(1'000, "10");
  clock_.advance(11);
  for (int i = 0; i < 300; ++i) Ask({"set", "live:" + std::to_string(i), "v"});
  std::set<Bytes> met;
  Bytes cursor = "0";
  do {
    kv_.reset_counts();
    const resp::Reply reply = Ask({"scan", cursor, "MATCH", "live:*", "TYPE", "STRING"});
    EXPECT_LE(kv_.counts().scanned_rows, 512);
    cursor = reply.items()[0].text();
    for (const resp::Reply& key : reply.items()[1].items()) met.insert(key.text());
    Ask({"del", "live:0"});
  } while (cursor != "0");
  met.insert("live:0");  // it did not stay
  EXPECT_EQ(met.size(), 300);
}

// Redis takes any number for a cursor, and looks at everything else first.
TEST_F(KeyCommands, ScanFromACursorWhosePositionIsGone) {
  Run({"set", "t", "text"});
  Run({"sadd", "few", "a"});
  for (int i = 0; i < 200; ++i) Run({"sadd", "many", std::to_string(i)});
  const Bytes first = Ask({"sscan", "many", "0"}).items()[0].text();
  const Bytes gone = std::to_string(std::stoull(first) - 1);
  const Bytes not_yet = std::to_string(std::stoull(first) + 1);
  const Bytes everything = Run({"sscan", "few", "0"});
  const Bytes nothing = Run({"sscan", "none", "0"});
  for (const Bytes& cursor : {gone, not_yet}) {
    EXPECT_EQ(Run({"sscan", "none", cursor}), nothing);
    EXPECT_EQ(Run({"sscan", "few", cursor}), everything);
    EXPECT_EQ(Run({"sscan", "many", cursor, "COUNT", "0"}), "(error) ERR syntax error");
    EXPECT_EQ(Run({"scan", cursor, "COUNT", "0"}), "(error) ERR syntax error");
    EXPECT_EQ(Run({"sscan", "t", cursor}),
              "(error) WRONGTYPE Operation against a key holding the wrong kind of value");
  }
  EXPECT_EQ(Run({"sscan", "many", gone}), "(error) ERR invalid cursor");
  EXPECT_EQ(Run({"scan", gone}), "(error) ERR invalid cursor");
  EXPECT_EQ(Run({"sscan", "many", not_yet}), nothing);
  EXPECT_EQ(Run({"scan", not_yet}), nothing);
}

TEST_F(KeyCommands, CopyAnyValueWithItsExpiry) {
  Run({"hset", "h", "f", "v", "g", "w"});
  Run({"sadd", "s", "a", "b"});
  Run({"zadd", "z", "1.5", "a", "-inf", "b"});
  Run({"rpush", "l", "x", "y", "x"});
  Run({"set", "t", "text"});
  for (const char* key : {"h", "s", "z", "l", "t"}) {
    Run({"pexpire", key, "5000"});
    EXPECT_EQ(Run({"copy", key, "copy", "REPLACE"}), "(integer) 1") << key;
    EXPECT_EQ(Run({"pttl", "copy"}), "(integer) 5000") << key;
    EXPECT_EQ(Ask({"dump", "copy"}), Ask({"dump", key})) << key;
    EXPECT_EQ(Run({"copy", key, "copy"}), "(integer) 0") << key;
    EXPECT_EQ(Run({"copy", key, key, "DB", "1"}), "(integer) 1") << key;
    EXPECT_EQ(Run({"rename", key, "copy"}), "OK") << key;
    EXPECT_EQ(Run({"move", "copy", "2"}), "(integer) 1") << key;
    Run({"select", "1"});
    const resp::Reply copied = Ask({"dump", key});
    EXPECT_FALSE(copied.is_null()) << key;
    Run({"select", "2"});
    EXPECT_EQ(Ask({"dump", "copy"}), copied) << key;
    Run({"del", "copy"});
    Run({"select", "0"});
    EXPECT_EQ(Run({"exists", key, "copy"}), "(integer) 0") << key;
  }
}

TEST_F(KeyCommands, CopyCollectionsOfManyPages) {
  for (int i = 0; i < 1'000; ++i) {
    const Bytes text = std::to_string(i);
    Ask({"hset", "h", text, text});
    Ask({"rpush", "l", text});
  }
  for (const char* key : {"h", "l"}) {
    const resp::Reply before = Ask({"dump", key});
    kv_.reset_counts();
    EXPECT_EQ(Run({"rename", key, "renamed"}), "OK");
    EXPECT_EQ(kv_.counts().commits, 1);
    EXPECT_EQ(Ask({"dump", "renamed"}), before);
    EXPECT_EQ(Run({"exists", key}), "(integer) 0");
  }
}

TEST_F(KeyCommands, RenameToItselfOrFromNothingAsRedisDoes) {
  EXPECT_EQ(Run({"rename", "k", "k"}), "(error) ERR no such key");
  Run({"set", "k", "v"});
  EXPECT_EQ(Run({"rename", "k", "k"}), "OK");
  EXPECT_EQ(Run({"renamenx", "k", "k"}), "(integer) 0");
  EXPECT_EQ(Run({"copy", "k", "k"}), "(error) ERR source and destination objects are the same");
  EXPECT_EQ(Run({"get", "k"}), "\"v\"");
}

TEST_F(KeyCommands, ExpireUnderTheirConditions) {
  Run({"set", "k", "v"});
  EXPECT_EQ(Run({"expire", "k", "10", "GT"}), "(integer) 0");
  EXPECT_EQ(Run({"expire", "k", "10", "LT"}), "(integer) 1");
  EXPECT_EQ(Run({"expire", "k", "9", "GT"}), "(integer) 0");
  EXPECT_EQ(Run({"expire", "k", "20", "NX"}), "(integer) 0");
  EXPECT_EQ(Run({"expire", "k", "20", "XX"}), "(integer) 1");
  EXPECT_EQ(Run({"ttl", "k"}), "(integer) 20");
  EXPECT_EQ(Run({"expire", "k", "1", "soon\r\n"}), "(error) ERR Unsupported option soon");
  EXPECT_EQ(Run({"expire", "k", "9223372036854775807"}),
            "(error) ERR invalid expire time in 'expire' command");
  EXPECT_EQ(Run({"expireat", "k", "-1"}), "(integer) 1");
  EXPECT_EQ(Run({"ttl", "k"}), "(integer) -2");
}

TEST_F(KeyCommands, SwapAndFlushDatabases) {
  Run({"set", "k", "0"});
  EXPECT_EQ(Run({"swapdb", "0", "1"}), "OK");
  EXPECT_EQ(Run({"get", "k"}), "(nil)");
  Run({"select", "1"});
  EXPECT_EQ(Run({"get", "k"}), "\"0\"");
  EXPECT_EQ(Run({"flushdb", "now"}), "(error) ERR syntax error");
  EXPECT_EQ(Run({"flushdb", "async"}), "OK");
  EXPECT_EQ(Run({"dbsize"}), "(integer) 0");
  EXPECT_EQ(Run({"select", "3"}), "(error) ERR DB index is out of range");
}

}  // namespace
}  // namespace keemun
