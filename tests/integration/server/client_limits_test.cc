// How much clients may ask for: memory, what they do not take, how many they are, how long they
// idle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <deque>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "clients_fixture.h"
#include "resp/encoder.h"
#include "support/loopback.h"

namespace keemun {
namespace {

using testing::HasSubstr;

TEST_F(Clients, MayNotGrowWhatIsOverItsMemory) {
  constexpr BytesView kRefused = "(error) OOM command not allowed when used memory > 'maxmemory'.";
  RawClient client = Connect();
  RawClient queuing = Connect();
  EXPECT_EQ(client.ask({"SET", "k", "1"}), "OK");
  EXPECT_EQ(queuing.ask({"MULTI"}), "OK");
  EXPECT_EQ(queuing.ask({"SET", "k", "2"}), "QUEUED");
  EXPECT_EQ(client.ask({"CONFIG", "SET", "maxmemory", "1"}), "OK");
  EXPECT_EQ(client.ask({"SET", "k", "3"}), kRefused);
  EXPECT_EQ(client.ask({"GET", "k"}), "\"1\"");
  EXPECT_EQ(client.ask({"EVAL", "#!lua\nreturn 1", "0"}), kRefused);
  EXPECT_EQ(client.ask({"EVAL_RO", "#!lua\nreturn 1", "0"}), kRefused);
  EXPECT_EQ(client.ask({"EVAL", "#!lua flags=allow-oom\nreturn 1", "0"}), "(integer) 1");
  EXPECT_EQ(client.ask({"HDEL", "none", "f"}), "(integer) 0");
  // Who has called what writes goes on to the end, whatever that found to write.
  EXPECT_EQ(client.ask({"EVAL", "return redis.call('SET', 'k', '1')", "0"}).substr(0, 11),
            "(error) OOM");
  EXPECT_EQ(
      client.ask({"EVAL", "redis.call('DEL', 'none') return redis.call('SET', 'k', '1')", "0"}),
      "OK");
  EXPECT_EQ(queuing.ask({"GET", "k"}), kRefused);
  EXPECT_EQ(queuing.ask({"EXEC"}),
            "(error) EXECABORT Transaction discarded because of: OOM command not allowed when used "
            "memory > 'maxmemory'.");
  EXPECT_EQ(queuing.ask({"MULTI"}), "OK");
  EXPECT_EQ(client.ask({"CONFIG", "SET", "maxmemory", "0"}), "OK");
  EXPECT_EQ(queuing.ask({"EVAL", "#!lua\nreturn 1", "0"}), "QUEUED");
  EXPECT_EQ(client.ask({"CONFIG", "SET", "maxmemory", "1"}), "OK");
  EXPECT_EQ(queuing.ask({"EXEC"}),
            "(error) EXECABORT Transaction discarded because of: OOM command not allowed when used "
            "memory > 'maxmemory'.");
  EXPECT_EQ(queuing.ask({"MULTI"}), "OK");
  EXPECT_EQ(queuing.ask({"SET", "k", "4"}), kRefused);
  EXPECT_EQ(queuing.ask({"EXEC"}),
            "(error) EXECABORT Transaction discarded because of previous errors.");
  EXPECT_EQ(client.ask({"CONFIG", "SET", "maxmemory", "0"}), "OK");
  EXPECT_EQ(client.ask({"GET", "k"}), "\"1\"");
  EXPECT_EQ(client.ask({"SET", "k", "5"}), "OK");
}

TEST_F(Clients, ThatAreThereMaySendAsMuchAsIsAllowedNow) {
  const Bytes large(size_t{2} << 20, 'v');
  RawClient one = Connect();
  RawClient other = Connect();
  RawClient third = Connect();
  EXPECT_EQ(other.ask({"PING"}), "PONG");
  EXPECT_EQ(third.ask({"PING"}), "PONG");
  EXPECT_EQ(one.ask({"CONFIG", "SET", "proto-max-bulk-len", "1mb"}), "OK");
  ASSERT_TRUE(other.send("*2\r\n$4\r\nECHO\r\n$1048577\r\n"));
  other.finish();
  EXPECT_EQ(other.read_all(), "-ERR Protocol error: invalid bulk length\r\n");
  EXPECT_EQ(one.ask({"CONFIG", "SET", "proto-max-bulk-len", "512mb"}), "OK");
  EXPECT_EQ(third.ask({"SET", "k", large}), "OK");
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-query-buffer-limit", "1mb"}), "OK");
  ASSERT_TRUE(third.send("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1048577\r\n"));
  third.finish();
  EXPECT_EQ(third.read_all(), "-ERR Protocol error: too big request\r\n");
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-query-buffer-limit", "1gb"}), "OK");
  EXPECT_EQ(one.ask({"SET", "k", large}), "OK");
}

TEST_F(Clients, ThatTakeLessThanTheirLimitAllowsAreDropped) {
  RawClient one = Connect();
  RawClient other = Connect();
  one.ask({"SET", "large", Bytes(size_t{16} << 20, 'v')});
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-output-buffer-limit", "pubsub 1mb 0 0"}), "OK");
  EXPECT_EQ(other.ask({"STRLEN", "large"}), "(integer) 16777216");
  ASSERT_TRUE(other.send_request({"GET", "large"}));
  EXPECT_TRUE(other.read());
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-output-buffer-limit", "normal 1mb 0 0"}), "OK");
  ASSERT_TRUE(other.send_request({"GET", "large"}));
  EXPECT_FALSE(other.read());
  EXPECT_EQ(one.ask({"STRLEN", "large"}), "(integer) 16777216");
}

TEST_F(Clients, ThatStayAboveTheirSoftLimitAreDroppedAndTheLogSaysSo) {
  RawClient one = Connect();
  RawClient other = Connect();
  one.ask({"SET", "large", Bytes(size_t{16} << 20, 'v')});
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-output-buffer-limit", "normal 0 1mb 0"}), "OK");
  ASSERT_TRUE(other.ask({"CLIENT", "SETNAME", "slow"}) == "OK");
  ASSERT_TRUE(other.send_request({"GET", "large"}));
  while (one.ask({"CLIENT", "LIST"}).find("name=slow") != Bytes::npos) {
  }
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  EXPECT_THAT(server_.output(), HasSubstr("closed for overcoming of output buffer limits"));
}

TEST_F(Clients, MayNotBecomeMoreThanThereAreDescriptorsFor) {
  RawClient client = Connect();
  const Bytes before = client.ask({"CONFIG", "GET", "maxclients"});
  EXPECT_THAT(client.ask({"CONFIG", "SET", "maxclients", "2147483647"}),
              HasSubstr("not able to handle the specified number of clients, try with "));
  EXPECT_EQ(client.ask({"CONFIG", "GET", "maxclients"}), before);
}

TEST(ClientsThatComeAndGo, AreInALogThatIsVerbose) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--loglevel", "verbose"}));
  RawClient(server.socket_path()).ask({"CLIENT", "SETNAME", "first"});
  RawClient other(server.socket_path());
  while (other.ask({"CLIENT", "LIST"}).find("name=first") != Bytes::npos) {
  }
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_THAT(server.output(), HasSubstr(" - Accepted " + server.socket_path() + ":0\n"));
  EXPECT_THAT(server.output(), HasSubstr(" - Closed " + server.socket_path() + ":0\n"));
}

TEST(ClientsOfASocketFile, AreKnownAsSuchWhereverItsPathBegins) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--unixsocket", std::filesystem::relative(server.socket_path())}));
  RawClient client(server.socket_path());
  EXPECT_THAT(client.ask({"CLIENT", "INFO"}), HasSubstr(" flags=U "));
}

TEST_F(Clients, AreSentNothingOfWhatIsOverTheirHardLimit) {
  RawClient one = Connect();
  RawClient other = Connect();
  one.ask({"SET", "k", Bytes(20'000, 'v')});  // which a socket takes at once
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-output-buffer-limit", "normal 10000 0 0"}), "OK");
  ASSERT_TRUE(other.send("MULTI\r\nGET k\r\nSET after 1\r\nEXEC\r\n"));
  EXPECT_FALSE(other.read());
  EXPECT_EQ(one.ask({"GET", "after"}), "\"1\"");
}

class ClientsThatAreOwedMuch : public Clients {
 protected:
  ClientsThatAreOwedMuch() { server_.hold_nothing_freed(); }
};

TEST_F(ClientsThatAreOwedMuch, AreClosedInTheMiddleOfARequestThatTellsThemTooMuch) {
  RawClient one = Connect();
  RawClient listener = Connect();
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-output-buffer-limit", "pubsub 4mb 0 0"}), "OK");
  listener.ask({"SUBSCRIBE", "c"});
  one.ask({"PING"});
  const int64_t before_mb = server_.peak_mb();
  const Bytes script =
      "if ARGV[1] then redis.call('SET', 'k', 'v') end "
      "local text = string.rep('x', 1048576) "
      "for i = 1, 300 do redis.call('PUBLISH', 'c', text) end return 1";
  EXPECT_EQ(one.ask({"EVAL", script, "0"}), "(integer) 1");
  EXPECT_FALSE(listener.read());
  EXPECT_LT(server_.peak_mb(), before_mb + 150);
  RawClient other = Connect();
  other.ask({"SUBSCRIBE", "c"});
  EXPECT_EQ(one.ask({"EVAL", script, "0", "behind a change"}), "(integer) 1");
  EXPECT_FALSE(other.read());
  EXPECT_LT(server_.peak_mb(), before_mb + 150);
}

TEST_F(ClientsThatAreOwedMuch, GetNoMoreThanTheirHardLimitFromATransaction) {
  RawClient one = Connect();
  RawClient reader = Connect();
  one.ask({"SET", "k", Bytes(size_t{5} << 20, 'v')});
  EXPECT_EQ(one.ask({"CONFIG", "SET", "client-output-buffer-limit", "normal 20mb 0 0"}), "OK");
  const int64_t before_mb = server_.peak_mb();
  Bytes requests = "MULTI\r\n";
  for (int i = 0; i < 100; ++i) requests += "GET k\r\n";
  ASSERT_TRUE(reader.send(requests + "INCR after\r\nEXEC\r\n"));
  EXPECT_FALSE(reader.read());
  EXPECT_EQ(one.ask({"GET", "after"}), "\"1\"");
  EXPECT_LT(server_.peak_mb(), before_mb + 200);
}

TEST_F(Clients, AreAllowedAnyTimeOverTheirSoftLimit) {
  RawClient one = Connect();
  one.ask({"SET", "large", Bytes(size_t{16} << 20, 'v')});
  EXPECT_EQ(
      one.ask({"CONFIG", "SET", "client-output-buffer-limit", "normal 0 1mb 9223372036854775807"}),
      "OK");
  ASSERT_TRUE(one.send_request({"GET", "large"}));
  EXPECT_EQ(one.read()->text().size(), size_t{16} << 20);
}

TEST_F(Clients, AreIdleWhereTheyNeitherSayNorTakeAnything) {
  RawClient one = Connect();
  RawClient monitor = Connect();
  RawClient paused = Connect();
  RawClient idle = Connect();
  one.ask({"PING"});
  EXPECT_EQ(monitor.ask({"MONITOR"}), "OK");
  EXPECT_EQ(idle.ask({"CLIENT", "SETNAME", "idle"}), "OK");
  EXPECT_EQ(one.ask({"CONFIG", "SET", "timeout", "1"}), "OK");
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "60000", "WRITE"}), "OK");
  ASSERT_TRUE(paused.send_request({"SET", "k", "v"}));
  while (one.ask({"CLIENT", "LIST"}).find("name=idle") != Bytes::npos) {
  }
  EXPECT_EQ(one.ask({"CLIENT", "UNPAUSE"}), "OK");
  EXPECT_EQ(resp::to_transcript(*paused.read()), "OK");
  ASSERT_TRUE(monitor.read());
}

TEST_F(Clients, AreNotIdleWhileTheyWait) {
  RawClient one = Connect();
  RawClient blocked = Connect();
  RawClient paused = Connect();
  RawClient idle = Connect();
  EXPECT_EQ(blocked.ask({"PING"}), "PONG");
  EXPECT_EQ(paused.ask({"PING"}), "PONG");
  EXPECT_EQ(idle.ask({"CLIENT", "SETNAME", "idle"}), "OK");
  EXPECT_EQ(one.ask({"CONFIG", "SET", "timeout", "2"}), "OK");
  blocked.send_request({"BLPOP", "l", "2.5"});
  while (one.ask({"INFO", "clients"}).find("blocked_clients:1\\r") == Bytes::npos) {
  }
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "2500", "WRITE"}), "OK");
  paused.send_request({"SET", "k", "v"});
  while (one.ask({"CLIENT", "LIST"}).find("name=idle") != Bytes::npos) {
  }
  const auto written = paused.read();
  ASSERT_TRUE(written);
  EXPECT_EQ(resp::to_transcript(*written), "OK");
  ASSERT_TRUE(blocked.read());
  // There have been looks for idle clients since.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(Connect().ask({"CONFIG", "SET", "timeout", "0"}), "OK");
  EXPECT_EQ(paused.ask({"PING"}), "PONG");
  EXPECT_EQ(blocked.ask({"PING"}), "PONG");
}

TEST_F(Clients, GiveBackWhatTheirRequestsTookWhenTheyAreSilent) {
  RawClient one = Connect();
  RawClient other = Connect();
  other.ask({"CLIENT", "SETNAME", "other"});
  other.ask({"SET", "k", Bytes(900'000, 'v')});
  const auto memory_of_other = [](RawClient& asked) {
    const Bytes list = asked.ask({"CLIENT", "LIST"});
    return std::stol(list.substr(list.find(" tot-mem=", list.find("name=other ")) + 9));
  };
  EXPECT_GT(memory_of_other(other), 900'000);
  while (memory_of_other(one) > 100'000) {
  }
}

TEST_F(Clients, AreAnsweredWhenTheyHaveSaidEverything) {
  constexpr int kRequests = 500;
  for (const size_t size : {size_t{10}, size_t{10'000}}) {
    RawClient client = Connect();
    for (int i = 0; i < kRequests; ++i) client.send_request({"SET", "k", Bytes(size, 'v')});
    client.finish();
    for (int i = 0; i < kRequests; ++i) {
      const auto reply = client.read();
      ASSERT_TRUE(reply) << i << " replies of " << size;
      ASSERT_EQ(resp::to_transcript(*reply), "OK");
    }
    EXPECT_FALSE(client.read());
  }
  RawClient waiting = Connect();
  waiting.send_request({"BLPOP", "nothing", "0"});
  waiting.finish();
  EXPECT_FALSE(waiting.read());
}

// More than is gathered beside a commit, so that requests are held back and begun anew.
TEST_F(Clients, AreAnsweredWhereTheyWereHeldBackWhenTheyHadSaidEverything) {
  constexpr int kRounds = 10;
  constexpr int kRequests = 4'000;
  for (int round = 0; round < kRounds; ++round) {
    RawClient client = Connect();
    std::thread sender([&] {
      for (int i = 0; i < kRequests; ++i) {
        client.send_request({"SET", std::to_string(i), Bytes(10'000, 'v')});
      }
      client.finish();
    });
    int replies = 0;
    while (client.read()) ++replies;
    EXPECT_EQ(replies, kRequests) << "in round " << round;
    sender.join();
  }
}

TEST(ClientsOfADurableStore, AreAnsweredWhenTheyHaveSaidEverything) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--wal-sync", "always"}));
  for (int round = 0; round < 10; ++round) {
    RawClient client(server.socket_path());
    client.send_request({"SET", "k", "v"});
    client.finish();
    ASSERT_TRUE(client.read());
    EXPECT_FALSE(client.read());
  }
}

// What they have asked to be changed is changed.
TEST_F(Clients, ThatHaveLeftAreNotReadFor) {
  RawClient one = Connect();
  EXPECT_EQ(one.ask({"SET", "big", Bytes(1'000'000, 'x')}), "OK");
  {
    RawClient leaving = Connect();
    Bytes requests;
    for (int i = 0; i < 1000; ++i) requests += "GET big\r\n";
    ASSERT_TRUE(leaving.send(requests + "INCR changes\r\n"));
    ASSERT_TRUE(leaving.read());
  }
  while (one.ask({"EXISTS", "changes"}) != "(integer) 1") {
  }
  const Bytes told = one.ask({"INFO", "commandstats"});
  const size_t at = told.find("cmdstat_get:calls=");
  ASSERT_NE(at, Bytes::npos);
  EXPECT_LT(std::stoll(told.substr(at + 18)), 100);
}

// As most libraries do with a pipeline, however long.
TEST_F(Clients, MaySayEverythingBeforeTheyTakeAnything) {
  constexpr int kRequests = 20'000;
  RawClient client = Connect();
  Bytes requests;
  for (int i = 0; i < kRequests; ++i) requests += "ECHO " + Bytes(1000, 'x') + "\r\n";
  ASSERT_TRUE(client.send(requests));
  client.finish();
  int replies = 0;
  while (client.read()) ++replies;
  EXPECT_EQ(replies, kRequests);
}

// What they are owed is less than what would have to be kept of what they say.
TEST_F(Clients, MaySayMoreThanIsKeptForThemWhereTheyAreOwedLess) {
  constexpr int kRequests = 250'000;
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"CONFIG", "SET", "client-query-buffer-limit", "3mb"}), "OK");
  Bytes requests;
  for (int i = 0; i < kRequests; ++i) requests += "SET k " + Bytes(100, 'x') + "\r\n";
  ASSERT_TRUE(client.send(requests));
  for (int i = 0; i < kRequests; ++i) ASSERT_TRUE(client.read()) << i;
}

TEST_F(Clients, MaySayMuchBehindWhatTheyWaitForBeforeTheySeeToThat) {
  constexpr int kRequests = 20'000;
  RawClient client = Connect();
  RawClient other = Connect();
  Bytes requests = "BLPOP q 0\r\n";
  for (int i = 0; i < kRequests; ++i) requests += "SET k " + Bytes(1000, 'x') + "\r\n";
  ASSERT_TRUE(client.send(requests));
  EXPECT_EQ(other.ask({"RPUSH", "q", "e"}), "(integer) 1");
  for (int i = 0; i <= kRequests; ++i) ASSERT_TRUE(client.read()) << i;
}

TEST_F(Clients, AreGoneWhereTheyWaitBehindAllThatTheyHaveSaid) {
  constexpr int kRequests = 5'000;
  constexpr int kTries = 20'000;
  RawClient client = Connect();
  RawClient other = Connect();
  Bytes requests;
  for (int i = 0; i < kRequests; ++i) requests += "ECHO " + Bytes(1000, 'x') + "\r\n";
  ASSERT_TRUE(client.send(requests + "CLIENT SETNAME gone\r\nBLPOP q 0\r\nPING\r\n"));
  client.finish();
  for (int i = 0; i <= kRequests; ++i) ASSERT_TRUE(client.read()) << i;
  for (int i = 0; i < kTries; ++i) {
    if (other.ask({"CLIENT", "LIST"}).find("name=gone") == Bytes::npos) break;
  }
  EXPECT_EQ(other.ask({"RPUSH", "q", "e"}), "(integer) 1");
  EXPECT_EQ(other.ask({"LLEN", "q"}), "(integer) 1");
}

// Its share of a turn is bounded in time, not by the number of requests alone.
TEST(ClientsThatAskForMuch, HoldNobodyUpUntilAllOfItIsDone) {
  constexpr int kSleeps = 300;
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--enable-debug-command", "yes"})) << server.output();
  RawClient client(server.socket_path());
  RawClient other(server.socket_path());
  Bytes requests;
  for (int i = 0; i < kSleeps; ++i) requests += "DEBUG SLEEP 0.01\r\n";
  ASSERT_TRUE(client.send(requests));
  const Bytes name = "cmdstat_debug:calls=";
  size_t at = Bytes::npos;
  Bytes told;
  while (at == Bytes::npos) {
    ASSERT_TRUE(other.send_request({"INFO", "commandstats"}));
    told = other.read()->text();
    at = told.find(name);
  }
  EXPECT_LT(std::stoi(told.substr(at + name.size())), kSleeps);
}

int64_t sum_in(BytesView text, BytesView name) {
  int64_t sum = 0;
  for (size_t at = text.find(name); at != Bytes::npos; at = text.find(name, at + 1)) {
    sum += std::stoll(Bytes(text.substr(at + name.size(), 20)));
  }
  return sum;
}

TEST_F(Clients, AreNotReadFromWhereTheyHaveSaidTooMuch) {
  Bytes requests;
  for (int i = 0; i < 1000; ++i) requests += "ECHO " + Bytes(10'000, 'x') + "\r\n";
  RawClient other = Connect();
  EXPECT_EQ(other.ask({"CONFIG", "SET", "client-query-buffer-limit", "20mb"}), "OK");
  std::deque<RawClient> stubborn;
  for (int i = 0; i < 16; ++i) {
    stubborn.emplace_back(server_.socket_path());
    while (stubborn.back().send_if_taken(requests)) {
    }
    ASSERT_TRUE(other.send_request({"CLIENT", "LIST"}));
    const int64_t unread = sum_in(other.read()->text(), " qbuf=");
    EXPECT_LT(unread, std::min(int64_t{i + 1} * 22'000'000, int64_t{290'000'000})) << i;
  }
  // Once some have left there is room again.
  for (int i = 0; i < 8; ++i) stubborn.pop_front();
  RawClient another = Connect();
  ASSERT_TRUE(another.send(requests));
  ASSERT_TRUE(another.read());
}

// It would be lost: nobody is there to take it.
TEST_F(Clients, ThatHaveEndedAreServedNothingThatTheyWaitedFor) {
  RawClient one = Connect();
  EXPECT_EQ(one.ask({"SET", "big", Bytes(100'000, 'x')}), "OK");
  RawClient waiting = Connect();
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(waiting.send_request({"GET", "big"}));
  ASSERT_TRUE(waiting.send_request({"BLPOP", "list", "0"}));
  while (one.ask({"CLIENT", "LIST"}).find("flags=b") == Bytes::npos) {
  }
  waiting.finish();
  for (int i = 0; i < 100; ++i) one.ask({"PING"});
  EXPECT_EQ(one.ask({"RPUSH", "list", "element"}), "(integer) 1");
  EXPECT_EQ(one.ask({"LRANGE", "list", "0", "-1"}), "1) \"element\"");
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(waiting.read());
  EXPECT_FALSE(waiting.read());
}

TEST_F(Clients, ThatListenAreHeardHoweverMuchTheyAreOwed) {
  RawClient one = Connect();
  RawClient listener = Connect();
  listener.ask({"SUBSCRIBE", "c"});
  const Bytes message(100'000, 'm');
  for (int i = 0; i < 20; ++i) EXPECT_EQ(one.ask({"PUBLISH", "c", message}), "(integer) 1");
  ASSERT_TRUE(listener.send_request({"UNSUBSCRIBE", "c"}));
  constexpr int kTries = 1000;
  const auto listens = [&one] { return one.ask({"PUBSUB", "NUMSUB", "c"}).ends_with("1"); };
  for (int i = 0; i < kTries && listens(); ++i) one.ask({"PING"});
  EXPECT_FALSE(listens());
}

TEST_F(Clients, ThatHaveSaidQuitHearNothingMore) {
  RawClient one = Connect();
  EXPECT_EQ(one.ask({"SET", "big", Bytes(100'000, 'x')}), "OK");
  RawClient listener = Connect();
  listener.ask({"HELLO", "3"});
  listener.ask({"SUBSCRIBE", "c"});
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(listener.send_request({"GET", "big"}));
  ASSERT_TRUE(listener.send_request({"QUIT"}));
  while (one.ask({"CLIENT", "LIST"}).find("flags=Pc") == Bytes::npos) {
  }
  one.ask({"PUBLISH", "c", "late"});
  EXPECT_TRUE(listener.read_all().ends_with("+OK\r\n"));
}

// Large requests among them: one that is parsed is not among what is unread any more.
TEST_F(Clients, MaySayAllBeforeTheyReadBesideOthers) {
  constexpr int kClients = 8;
  constexpr int kRounds = 12;
  RawClient one = Connect();
  EXPECT_EQ(one.ask({"SET", "v", Bytes(100'000, 'v')}), "OK");
  Bytes requests;
  int replies = 0;
  const auto add = [&](const std::vector<Bytes>& words, int count) {
    const std::vector<BytesView> views(words.begin(), words.end());
    for (int i = 0; i < count; ++i) resp::encode_request(views, requests);
    replies += count;
  };
  add({"GET", "v"}, 16);
  for (int i = 0; i < kRounds; ++i) {
    add({"PUBLISH", "c", Bytes(1'500'000, 'm')}, 1);
    add({"GET", "v"}, 5);
  }
  std::vector<std::thread> clients;
  std::atomic<int> answered = 0;
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back([&] {
      RawClient client = Connect();
      if (!client.send(requests)) return;
      for (int j = 0; j < replies; ++j) answered += client.read().has_value();
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(answered, kClients * replies);
}

// What is sent behind QUIT, or behind what is no request, is taken and thrown away until the client
// has his replies.
TEST_F(Clients, AreToldEverythingBeforeTheyAreClosed) {
  constexpr int kReplies = 8;
  RawClient writer = Connect();
  EXPECT_EQ(writer.ask({"SET", "big", Bytes(100'000, 'x')}), "OK");
  Bytes many;
  for (int i = 0; i < 500'000; ++i) many += "PING\r\n";
  for (const Bytes last : {"QUIT\r\n", "*1\r\n!\r\n"}) {
    RawClient client = Connect();
    for (int i = 0; i < kReplies; ++i) ASSERT_TRUE(client.send("GET big\r\n"));
    ASSERT_TRUE(client.send(last));
    while (writer.ask({"CLIENT", "LIST"}).find("flags=c") == Bytes::npos) {
    }
    ASSERT_TRUE(client.send_if_taken(many)) << last;
    for (int i = 0; i < kReplies; ++i) {
      const auto reply = client.read();
      ASSERT_TRUE(reply) << last << i;
      EXPECT_EQ(reply->text().size(), 100'000u);
    }
    const auto reply = client.read();
    ASSERT_TRUE(reply) << last;
    EXPECT_TRUE(reply->text() == "OK" || reply->is_error());
    EXPECT_FALSE(client.read());
  }
  EXPECT_EQ(writer.ask({"PING"}), "PONG");
}

// What the network has taken is lost where a connection is closed while the client still sends.
TEST(SlowClients, GetTheirRepliesWhileTheySendOnBehindQuit) {
  constexpr size_t kReplyBytes = 900'000;  // as much as it takes at once
  const int port = free_port();
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--port", std::to_string(port)})) << server.output();
  Bytes requests = "ECHO " + Bytes(kReplyBytes / 100, 'x') + "\r\n";
  for (int i = 1; i < 100; ++i) requests += requests.substr(0, requests.find('\n') + 1);
  requests += "QUIT\r\n";
  for (int i = 0; i < 200'000; ++i) requests += "PING\r\n";
  RawClient client(port);
  ASSERT_TRUE(client.send(requests));
  const Bytes replies = client.read_all();
  EXPECT_GT(replies.size(), kReplyBytes);
  EXPECT_TRUE(replies.ends_with("+OK\r\n"));
  RawClient waiting(server.socket_path());
  while (waiting.ask({"CLIENT", "LIST"}).find("flags=c") != Bytes::npos) {
  }
}

TEST(ClientLimits, CountNobodyTwiceWhoIsCutOffAtHisLastError) {
  KeemunProcess server;
  const int port = free_port();
  ASSERT_TRUE(server.start({"--port", std::to_string(port)})) << server.output();
  RawClient client(server.socket_path());
  for (int i = 0; i < 20; ++i) {
    RawClient gone(port);
    ASSERT_TRUE(gone.send("CLIENT REPLY OFF\r\n*abc\r\n"));
    gone.reset();
  }
  Bytes info;
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries && info.find("connected_clients:1\r") == Bytes::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    client.send_request({"INFO", "clients"});
    info = client.read()->text();
  }
  EXPECT_THAT(info, testing::HasSubstr("connected_clients:1\r"));
}

TEST_F(Clients, ThatNeverReadStallNobody) {
  RawClient writer = Connect();
  EXPECT_EQ(writer.ask({"SET", "big", Bytes(100'000, 'x')}), "OK");
  std::deque<RawClient> stubborn;
  for (int i = 0; i < 20; ++i) {
    stubborn.emplace_back(server_.socket_path());
    Bytes bytes;
    for (int j = 0; j < 1000; ++j) bytes += "GET big\r\n";
    ASSERT_TRUE(stubborn.back().send(bytes));
  }
  for (int i = 0; i < 100; ++i) EXPECT_EQ(writer.ask({"PING"}), "PONG");
  // What waits for them is bounded: a megabyte each and a value, not a hundred.
  ASSERT_TRUE(writer.send_request({"CLIENT", "LIST"}));
  const Bytes list = writer.read()->text();
  int told = 0;
  for (size_t at = list.find("omem="); at != Bytes::npos; at = list.find("omem=", at + 1)) {
    EXPECT_LT(std::stoll(list.substr(at + 5)), 2'000'000);
    ++told;
  }
  EXPECT_GE(told, 20);
}

}  // namespace
}  // namespace keemun
