// The server with its databases in the ardb family: what it keeps over a restart, what it refuses,
// and that expired keys go by themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::Not;

Bytes ask(RawClient& client, const std::vector<Bytes>& request) {
  client.send_request(request);
  return resp::to_transcript(*client.read());
}

// What INFO says behind "name:".
int64_t number_in_info(RawClient& client, const Bytes& name) {
  client.send_request({"INFO", "keemun"});
  const Bytes text = client.read()->text();
  const size_t at = text.find(name + ":");
  return at == Bytes::npos ? -1 : std::stoll(text.substr(at + name.size() + 1));
}

TEST(ArdbServer, KeepsItsKeysOverARestart) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  {
    RawClient client(server.socket_path());
    ask(client, {"HSET", "h", "f", "1", "g", "two"});
    ask(client, {"ZADD", "z", "1.5", "m", "-inf", "low"});
    ask(client, {"RPUSH", "l", "a", "b"});
    ask(client, {"SET", "s", "v", "PX", "1000000"});
    ask(client, {"SELECT", "1"});
    ask(client, {"SADD", "t", "member"});
  }
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0) << server.output();
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  RawClient client(server.socket_path());
  EXPECT_EQ(ask(client, {"HGETALL", "h"}), "1) \"f\"\n2) \"1\"\n3) \"g\"\n4) \"two\"");
  EXPECT_EQ(ask(client, {"ZRANGE", "z", "0", "-1"}), "1) \"low\"\n2) \"m\"");
  EXPECT_EQ(ask(client, {"LINSERT", "l", "BEFORE", "b", "between"}), "(integer) 3");
  EXPECT_EQ(ask(client, {"PERSIST", "s"}), "(integer) 1");
  EXPECT_EQ(ask(client, {"DBSIZE"}), "(integer) 4");
  EXPECT_EQ(ask(client, {"MOVE", "h", "1"}), "(integer) 1");
  EXPECT_EQ(ask(client, {"FLUSHDB"}), "OK");
  EXPECT_EQ(ask(client, {"SELECT", "1"}), "OK");
  EXPECT_EQ(ask(client, {"DBSIZE"}), "(integer) 2");
}

TEST(ArdbServer, HidesNoKeysBehindAnotherCountOfDatabases) {
  const std::vector<Bytes> one = {"--encoding", "ardb", "--databases", "1"};
  const std::vector<Bytes> many = {"--encoding", "ardb", "--databases", "16"};
  for (const auto& [options, others] : {std::pair(one, many), std::pair(many, one)}) {
    KeemunProcess server;
    ASSERT_TRUE(server.start(options)) << server.output();
    EXPECT_EQ(RawClient(server.socket_path()).ask({"SET", "s", "v"}), "OK");
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0) << server.output();
    ASSERT_FALSE(server.start(others));
    EXPECT_THAT(server.output(), HasSubstr("has keys"));
    EXPECT_EQ(server.wait(), 1);
    ASSERT_TRUE(server.start(options)) << server.output();
    EXPECT_EQ(RawClient(server.socket_path()).ask({"GET", "s"}), "\"v\"");
  }
}

TEST(ArdbServer, TakesANamedDatabaseForNoNumberedOne) {
  KeemunProcess server;
  for (int start = 0; start < 2; ++start) {
    ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
    RawClient client(server.socket_path());
    for (const Bytes& name : {Bytes("k"), Bytes("k0020")}) {
      EXPECT_EQ(client.ask({"SELECT", name}), "OK");
      EXPECT_EQ(client.ask({"SET", "s", "v"}), "OK");
    }
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0) << server.output();
  }
}

TEST(ArdbServer, RefusesAStoreOfTheOtherFamily) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  EXPECT_EQ(RawClient(server.socket_path()).ask({"SET", "k", "v"}), "OK");
  server.signal(SIGTERM);
  server.wait();
  EXPECT_FALSE(server.start({"--encoding", "camellia"}));
  EXPECT_THAT(server.output(), HasSubstr("created with encoding ardb, and this is with encoding "
                                         "camellia, key-layout plain"));
}

TEST(ArdbServer, TakesExpiredKeysAwayByItself) {
  constexpr int kKeys = 500;
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  RawClient client(server.socket_path());
  for (int i = 0; i < kKeys; ++i) {
    client.send_request({"SET", "mortal" + std::to_string(i), "v", "PX", "50"});
  }
  for (int i = 0; i < kKeys; ++i) ASSERT_FALSE(client.read()->is_error());
  ask(client, {"SET", "immortal", "v"});
  // However slow this machine is, they are gone some time.
  while (number_in_info(client, "gc_swept_keys") < kKeys) {
    ask(client, {"BLPOP", "nothing", "0.05"});
  }
  EXPECT_EQ(number_in_info(client, "gc_swept_keys"), kKeys);
  EXPECT_EQ(ask(client, {"GET", "immortal"}), "\"v\"");
  EXPECT_EQ(ask(client, {"DBSIZE"}), "(integer) 1");
}

TEST(ArdbServer, KeepsNamedDatabasesOverARestart) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  {
    RawClient client(server.socket_path());
    ask(client, {"SET", "k", "v"});
    EXPECT_EQ(ask(client, {"COPY", "k", "copied", "DB", "users"}), "(integer) 1");
    EXPECT_EQ(ask(client, {"MOVE", "k", Bytes("us\0", 3)}), "(integer) 1");
    ask(client, {"SELECT", "mortals"});
    ask(client, {"SET", "mortal", "v", "PX", "1"});
    ask(client, {"SELECT", "kept by nobody"});
  }
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0) << server.output();
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  RawClient client(server.socket_path());
  // What expires is found, though nobody selects its database.
  while (number_in_info(client, "gc_swept_keys") < 1) ask(client, {"BLPOP", "nothing", "0.05"});
  EXPECT_EQ(ask(client, {"SELECT", Bytes("us\0", 3)}), "OK");
  EXPECT_EQ(ask(client, {"GET", "k"}), "\"v\"");
  EXPECT_EQ(ask(client, {"SELECT", "users"}), "OK");
  EXPECT_EQ(ask(client, {"KEYS", "*"}), "1) \"copied\"");
  EXPECT_EQ(ask(client, {"SELECT", "0"}), "OK");
  EXPECT_EQ(ask(client, {"FLUSHALL"}), "OK");
  EXPECT_EQ(ask(client, {"SELECT", "users"}), "OK");
  EXPECT_EQ(ask(client, {"DBSIZE"}), "(integer) 0");
}

TEST(ArdbServer, CallsADatabaseByItsName) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  RawClient client(server.socket_path());
  RawClient listener(server.socket_path());
  ask(client, {"CONFIG", "SET", "notify-keyspace-events", "KEA"});
  ask(listener, {"PSUBSCRIBE", "*"});
  ask(client, {"SELECT", "a b\r\n"});
  ask(client, {"SADD", "t", "m"});
  EXPECT_EQ(resp::to_transcript(*listener.read()),
            "1) \"pmessage\"\n2) \"*\"\n3) \"__keyspace@a b\\r\\n__:t\"\n4) \"sadd\"");
  EXPECT_EQ(resp::to_transcript(*listener.read()),
            "1) \"pmessage\"\n2) \"*\"\n3) \"__keyevent@a b\\r\\n__:sadd\"\n4) \"t\"");
  client.send_request({"CLIENT", "INFO"});
  EXPECT_THAT(client.read()->text(), HasSubstr(" db=\"a\\x20b\\x0d\\x0a\" "));
  ask(client, {"SELECT", "users.eu"});
  ask(client, {"SET", "k", "v"});
  client.send_request({"INFO", "keyspace"});
  const Bytes info = client.read()->text();
  EXPECT_THAT(info, HasSubstr("\r\ndb\"a\\x20b\\x0d\\x0a\":keys=1,"));
  EXPECT_THAT(info, HasSubstr("\r\ndbusers.eu:keys=1,"));
}

Bytes keyspace_of(RawClient& client) {
  client.send_request({"INFO", "keyspace"});
  return client.read()->text();
}

TEST(ArdbServer, ShowsANameWithKeysBehindAnyNumberOfEmptyOnes) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  RawClient client(server.socket_path());
  const auto fill = [&](int first, int count, bool is_emptied) {
    for (int i = first; i < first + count; ++i) {
      ask(client, {"SELECT", "n" + std::to_string(i)});
      ask(client, {"SET", "a", "b"});
      if (is_emptied) ask(client, {"DEL", "a"});
    }
  };
  fill(0, 70, true);
  EXPECT_EQ(keyspace_of(client), "# Keyspace\r\n");
  fill(70, 64, false);
  EXPECT_THAT(keyspace_of(client), HasSubstr("\r\ndbn133:keys=1,expires=0,avg_ttl=0\r\n"));
  EXPECT_THAT(keyspace_of(client), Not(HasSubstr("names_not_shown")));
  fill(134, 3, false);
  EXPECT_THAT(keyspace_of(client), Not(HasSubstr("dbn134:")));
  EXPECT_THAT(keyspace_of(client), HasSubstr("\r\nnames_not_shown:3\r\n"));
  ask(client, {"FLUSHALL"});
  EXPECT_EQ(keyspace_of(client), "# Keyspace\r\n");
  fill(137, 900, true);
  EXPECT_EQ(keyspace_of(client), "# Keyspace\r\nnames_not_shown:13\r\n");
}

// Who waits under a name is woken by what comes under that name.
TEST(ArdbServer, ClientsWaitUnderTheirName) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--encoding", "ardb"})) << server.output();
  RawClient waiting(server.socket_path());
  RawClient client(server.socket_path());
  ask(waiting, {"SELECT", "users"});
  waiting.send_request({"BLPOP", "l", "0"});
  // The waiting one may come later: then it finds the element.
  ask(client, {"RPUSH", "l", "elsewhere"});
  EXPECT_EQ(ask(client, {"COPY", "l", "l", "DB", "user"}), "(integer) 1");
  ask(client, {"SELECT", "users"});
  ask(client, {"RPUSH", "l", "here"});
  EXPECT_EQ(resp::to_transcript(*waiting.read()), "1) \"l\"\n2) \"here\"");
}

}  // namespace
}  // namespace keemun
