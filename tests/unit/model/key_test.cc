#include "session.h"

namespace keemun::model {
namespace {

class KeyModel : public Session {};

TEST_F(KeyModel, CountsAKeyGivenTwiceOnlyWhereItStays) {
  run({"mset", "a", "1", "b", "2"});
  EXPECT_EQ(run({"exists", "a", "a", "x"}), integer(2));
  EXPECT_EQ(run({"touch", "a", "a"}), integer(2));
  EXPECT_EQ(run({"del", "a", "a", "x"}), integer(1));
  EXPECT_EQ(run({"unlink", "b"}), integer(1));
}

TEST_F(KeyModel, RenamesWithExpiry) {
  run({"set", "a", "1", "px", "500"});
  run({"set", "b", "2"});
  EXPECT_EQ(run({"renamenx", "a", "b"}), integer(0));
  EXPECT_EQ(run({"renamenx", "a", "a"}), integer(0));
  EXPECT_EQ(run({"rename", "a", "a"}), Reply::ok());
  EXPECT_EQ(run({"rename", "a", "b"}), Reply::ok());
  EXPECT_EQ(run({"pttl", "b"}), integer(500));
  EXPECT_EQ(show({"rename", "a", "b"}), "(error) ERR no such key");
  EXPECT_EQ(show({"rename", "a", "a"}), "(error) ERR no such key");
}

TEST_F(KeyModel, CopiesIntoAnyDatabase) {
  run({"set", "a", "1", "px", "500"});
  EXPECT_EQ(run({"copy", "a", "a", "db", "1"}), integer(1));
  EXPECT_EQ(run({"copy", "a", "a", "db", "1"}), integer(0));
  EXPECT_EQ(run({"copy", "a", "a", "db", "1", "replace"}), integer(1));
  EXPECT_EQ(show({"copy", "a", "a"}), "(error) ERR source and destination objects are the same");
  EXPECT_EQ(show({"copy", "a", "b", "db", "16"}), "(error) ERR DB index is out of range");
  EXPECT_EQ(show({"copy", "a", "b", "db", "2147483648"}),
            "(error) ERR value is out of range, value must between -2147483648 and 2147483647");
  EXPECT_EQ(show({"copy", "a", "b", "db"}), "(error) ERR syntax error");
  run({"select", "1"});
  EXPECT_EQ(run({"pttl", "a"}), integer(500));
}

TEST_F(KeyModel, MovesBetweenDatabases) {
  run({"set", "a", "1"});
  EXPECT_EQ(run({"move", "a", "3"}), integer(1));
  EXPECT_EQ(run({"move", "a", "3"}), integer(0));
  EXPECT_EQ(show({"move", "a", "0"}), "(error) ERR source and destination objects are the same");
  EXPECT_EQ(run({"dbsize"}), integer(0));
  EXPECT_EQ(run({"swapdb", "0", "3"}), Reply::ok());
  EXPECT_EQ(run({"get", "a"}), Reply::bulk("1"));
  EXPECT_EQ(show({"swapdb", "x", "0"}), "(error) ERR invalid first DB index");
  EXPECT_EQ(show({"swapdb", "0", "x"}), "(error) ERR invalid second DB index");
  EXPECT_EQ(show({"swapdb", "0", "16"}), "(error) ERR DB index is out of range");
}

TEST_F(KeyModel, ScansByPatternAndType) {
  run({"mset", "a", "1", "", "2"});
  run({"rpush", "ab", "x"});
  const auto scanned = [](const std::vector<Bytes>& keys) {
    return Reply::array({Reply::bulk("0"), bulks(keys)});
  };
  EXPECT_EQ(run({"keys", "*"}), bulks({"", "a", "ab"}));
  EXPECT_EQ(run({"keys", "a*"}), bulks({"a", "ab"}));
  EXPECT_EQ(run({"keys", "**"}), bulks({"a", "ab"}));
  EXPECT_EQ(run({"scan", "0", "match", "a?", "count", "1"}), scanned({"ab"}));
  EXPECT_EQ(run({"scan", "0", "type", "LIST"}), scanned({"ab"}));
  EXPECT_EQ(run({"scan", "0", "type", "x"}), scanned({}));
  EXPECT_EQ(show({"scan", "x"}), "(error) ERR invalid cursor");
  EXPECT_EQ(show({"scan", "0", "count", "0"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"scan", "0", "match"}), "(error) ERR syntax error");
}

TEST_F(KeyModel, RestoresWhatItDumped) {
  run({"zadd", "z", "1.5", "a", "-inf", "b"});
  const Bytes payload = run({"dump", "z"}).text();
  EXPECT_EQ(run({"restore", "copy", "500", payload}), Reply::ok());
  EXPECT_EQ(run({"zrange", "copy", "0", "-1"}), bulks({"b", "a"}));
  EXPECT_EQ(run({"pttl", "copy"}), integer(500));
  EXPECT_EQ(show({"restore", "copy", "0", payload}),
            "(error) BUSYKEY Target key name already exists.");
  EXPECT_EQ(run({"restore", "copy", "1", payload, "replace", "absttl"}), Reply::ok());
  EXPECT_EQ(run({"exists", "copy"}), integer(0));
}

TEST_F(KeyModel, RefusesToRestoreWhatNobodyDumped) {
  EXPECT_EQ(show({"restore", "k", "0", "x"}),
            "(error) ERR DUMP payload version or checksum are wrong");
  EXPECT_EQ(show({"restore", "k", "-1", "x"}), "(error) ERR Invalid TTL value, must be >= 0");
  EXPECT_EQ(show({"restore", "k", "0", "x", "freq", "256"}),
            "(error) ERR Invalid FREQ value, must be >= 0 and <= 255");
  EXPECT_EQ(show({"restore", "k", "0", "x", "idletime", "-1"}),
            "(error) ERR Invalid IDLETIME value, must be >= 0");
  EXPECT_EQ(show({"restore", "k", "0", "x", "idletime", "1", "freq", "1"}),
            "(error) ERR syntax error");
}

TEST_F(KeyModel, ExpiresWhenItsMillisecondIsOver) {
  run({"set", "k", "v"});
  EXPECT_EQ(run({"ttl", "k"}), integer(-1));
  EXPECT_EQ(run({"pexpire", "k", "1500"}), integer(1));
  EXPECT_EQ(run({"ttl", "k"}), integer(2));
  EXPECT_EQ(run({"pexpiretime", "k"}), integer(1'001'500));
  EXPECT_EQ(run({"expiretime", "k"}), integer(1002));
  now_ms_ += 1499;
  EXPECT_EQ(run({"pttl", "k"}), integer(1));
  now_ms_ += 1;
  EXPECT_EQ(run({"pttl", "k"}), integer(0));
  EXPECT_EQ(run({"get", "k"}), Reply::bulk("v"));
  now_ms_ += 1;
  EXPECT_EQ(run({"pttl", "k"}), integer(-2));
  EXPECT_EQ(run({"get", "k"}), Reply::null());
}

TEST_F(KeyModel, ExpiresUnderConditions) {
  run({"set", "k", "v"});
  EXPECT_EQ(run({"expire", "k", "10", "xx"}), integer(0));
  EXPECT_EQ(run({"expire", "k", "10", "gt"}), integer(0));
  EXPECT_EQ(run({"expire", "k", "10", "lt"}), integer(1));
  EXPECT_EQ(run({"expire", "k", "10", "gt"}), integer(0));
  EXPECT_EQ(run({"expire", "k", "10", "nx"}), integer(0));
  EXPECT_EQ(run({"expire", "k", "11", "gt", "xx"}), integer(1));
  EXPECT_EQ(show({"expire", "k", "1", "nx", "gt"}),
            "(error) ERR NX and XX, GT or LT options at the same time are not compatible");
  EXPECT_EQ(show({"expire", "k", "1", "lt", "gt"}),
            "(error) ERR GT and LT options at the same time are not compatible");
  EXPECT_EQ(show({"expire", "k", "x", "foo\r\n"}), "(error) ERR Unsupported option foo");
}

TEST_F(KeyModel, DeletesWhatExpiresInThePast) {
  run({"set", "k", "v"});
  EXPECT_TRUE(touches("k", {"expire", "k", "-1"}));
  EXPECT_EQ(run({"exists", "k"}), integer(0));
  run({"set", "k", "v"});
  EXPECT_EQ(run({"pexpireat", "k", "-1"}), integer(1));
  EXPECT_EQ(run({"exists", "k"}), integer(0));
  EXPECT_EQ(show({"expire", "k", "9223372036854775807"}),
            "(error) ERR invalid expire time in 'expire' command");
}

}  // namespace
}  // namespace keemun::model
