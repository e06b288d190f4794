// Keys go by themselves where there is an index of expiry, of either family, and that is told;
// without one when somebody looks.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <thread>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

class ExpiryIndex : public testing::TestWithParam<std::vector<Bytes>> {};

TEST_P(ExpiryIndex, ExpiredKeysGoAndAreTold) {
  KeemunProcess server;
  ASSERT_TRUE(server.start(GetParam())) << server.output();
  RawClient client(server.socket_path());
  const auto ask = [](RawClient& who, const std::vector<Bytes>& request) {
    who.send_request(request);
    return resp::to_transcript(*who.read());
  };
  EXPECT_EQ(ask(client, {"CONFIG", "SET", "notify-keyspace-events", "Ex"}), "OK");
  RawClient listener(server.socket_path());
  ask(listener, {"SUBSCRIBE", "__keyevent@2__:expired"});
  ask(client, {"SWAPDB", "1", "2"});
  ask(client, {"SELECT", "2"});
  ask(client, {"SET", "kept", "v", "PX", "1000000"});
  ask(client, {"SET", "kept", "v"});
  ask(client, {"HSET", "h", "f", "v"});
  ask(client, {"PEXPIRE", "h", "20"});
  EXPECT_EQ(resp::to_transcript(*listener.read()),
            "1) \"message\"\n2) \"__keyevent@2__:expired\"\n3) \"h\"");
  EXPECT_EQ(ask(client, {"DBSIZE"}), "(integer) 1");
  EXPECT_EQ(ask(client, {"TTL", "kept"}), "(integer) -1");
}

// Those whose time was over before they were written stand where the sweep has been.
TEST_P(ExpiryIndex, KeysThatAreWrittenTooLateGoLikeOthers) {
  KeemunProcess server;
  std::vector<Bytes> options = GetParam();
  options.insert(options.end(),
                 {"--gc-scan-pages-per-second", "0", "--notify-keyspace-events", "Ex"});
  ASSERT_TRUE(server.start(options)) << server.output();
  RawClient client(server.socket_path());
  RawClient listener(server.socket_path());
  listener.ask({"SUBSCRIBE", "__keyevent@0__:expired"});
  const auto expect_expired = [&listener](BytesView key) {
    const auto news = listener.read();
    ASSERT_TRUE(news) << "nobody told that " << key << " has expired";
    EXPECT_EQ(news->items().back().text(), key);
  };
  client.ask({"SET", "in time", "v", "PX", "5"});
  expect_expired("in time");
  client.ask({"SET", "too late", "v", "PXAT", "1"});
  expect_expired("too late");
  client.send("MULTI\r\nSET k v PX 1\r\nDEBUG SLEEP 0.1\r\nEXEC\r\n");
  expect_expired("k");
}

// Or a scan that finds it before, which there is none of here.
TEST(Expiry, IsToldWithoutAnIndexOnceSomebodyLooks) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--expiry-index", "no", "--gc-scan-pages-per-second", "0"}))
      << server.output();
  RawClient client(server.socket_path());
  RawClient listener(server.socket_path());
  EXPECT_EQ(client.ask({"CONFIG", "SET", "notify-keyspace-events", "Ex"}), "OK");
  listener.ask({"SUBSCRIBE", "__keyevent@0__:expired"});
  client.ask({"SET", "s", "v", "PX", "20"});
  client.ask({"RPUSH", "l", "v"});
  client.ask({"PEXPIRE", "l", "20"});
  for (const char* key : {"s", "l"}) {
    while (client.ask({"EXISTS", key}) != "(integer) 0") {
    }
    EXPECT_EQ(resp::to_transcript(*listener.read()),
              "1) \"message\"\n2) \"__keyevent@0__:expired\"\n3) \"" + Bytes(key) + "\"");
  }
  EXPECT_NE(client.ask({"INFO", "stats"}).find("expired_keys:2"), Bytes::npos);
}

TEST(Expiry, IsToldWithoutAnIndexByTheScan) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--expiry-index", "no", "--gc-scan-pages-per-second", "0",
                            "--notify-keyspace-events", "Ex"}))
      << server.output();
  RawClient client(server.socket_path());
  RawClient listener(server.socket_path());
  listener.ask({"SUBSCRIBE", "__keyevent@0__:expired"});
  EXPECT_EQ(client.ask({"SET", "s", "v", "PX", "1"}), "OK");
  EXPECT_EQ(client.ask({"CONFIG", "SET", "gc-scan-pages-per-second", "100"}), "OK");
  const auto news = listener.read();
  ASSERT_TRUE(news) << "nobody told of it";
  EXPECT_EQ(news->items().back().text(), "s");
}

// Its row in the index would be longer than the store takes, for zeros count twice there.
TEST(Expiry, OfAKeyThatNoIndexHoldsGoesAsWithoutOne) {
  KeemunProcess server;
  const Bytes key(600'000, '\0');
  ASSERT_TRUE(server.start({"--expiry-index", "no"})) << server.output();
  {
    RawClient client(server.socket_path());
    EXPECT_EQ(client.ask({"SET", key, "v"}), "OK");
    EXPECT_EQ(client.ask({"EXPIRE", key, "1000"}), "(integer) 1");
  }
  server.signal(SIGTERM);
  ASSERT_EQ(server.wait(), 0);
  ASSERT_TRUE(server.start({"--expiry-index", "yes"})) << server.output();
  RawClient client(server.socket_path());
  EXPECT_EQ(client.ask({"PERSIST", key}), "(integer) 1");
  EXPECT_EQ(client.ask({"EXPIRE", key, "1000"}), "(error) ERR key is larger than the store takes");
  EXPECT_EQ(client.ask({"DEL", key}), "(integer) 1");
  EXPECT_EQ(client.ask({"DBSIZE"}), "(integer) 0");
}

// The sweep has been there before.
TEST(Expiry, OfATimeThatIsOverIsToldOnce) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  RawClient client(server.socket_path());
  RawClient listener(server.socket_path());
  EXPECT_EQ(client.ask({"CONFIG", "SET", "notify-keyspace-events", "KAn"}), "OK");
  listener.ask({"SUBSCRIBE", "__keyspace@0__:s"});
  const auto expect_events = [&listener](std::initializer_list<const char*> events) {
    for (const BytesView event : events) {
      EXPECT_EQ(resp::to_transcript(listener.read()->items().back()), "\"" + Bytes(event) + "\"");
    }
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(client.ask({"SET", "s", "v", "PXAT", "1000"}), "OK");
    expect_events({"new", "set", "expire", "expired"});
  }
  EXPECT_EQ(client.ask({"SET", "s", "v"}), "OK");
  expect_events({"new", "set"});
}

// Of very many that go at once the garbage is collected first where it would find no room.
TEST(Expiry, LeavesNoGarbageToTheScanHoweverManyKeysGo) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--gc-scan-pages-per-second", "0"})) << server.output();
  RawClient client(server.socket_path());
  client.ask({"EVAL",
              "for i = 1, 120000 do local key = 'h' .. i\n"
              "redis.call('HSET', key, 'f', 'v') redis.call('PEXPIRE', key, 1) end",
              "0"});
  Bytes info;
  const auto says = [&info](BytesView line) { return info.find(line) != Bytes::npos; };
  constexpr int kTries = 6000;
  for (int i = 0; i < kTries; ++i) {
    client.send_request({"INFO", "keemun"});
    info = client.read()->text();
    if (says("gc_swept_keys:120000\r") && says("gc_queued_keys:0\r")) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(says("gc_erased_rows:120000\r")) << info;
  EXPECT_TRUE(says("gc_unqueued_keys:0\r")) << info;
}

INSTANTIATE_TEST_SUITE_P(Families, ExpiryIndex,
                         testing::Values(std::vector<Bytes>{"--encoding", "ardb"},
                                         std::vector<Bytes>()));

}  // namespace
}  // namespace keemun
