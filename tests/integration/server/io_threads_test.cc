// Several threads share a turn, move its bytes and answer what only reads: nobody's bytes go
// astray, however many clients there are at once and however slowly they take their replies, and
// nothing else tells that they were answered so.
#include <gtest/gtest.h>

#include <atomic>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

class IoThreads : public testing::Test {
 protected:
  static constexpr int kClients = 60;

  void SetUp() override {
    std::vector<std::string> arguments = {"--io-threads", "4", "--enable-debug-command", "yes"};
    arguments.insert(arguments.end(), more_arguments_.begin(), more_arguments_.end());
    ASSERT_TRUE(server_.start(arguments)) << server_.output();
    for (int i = 0; i <= kClients; ++i) {
      clients_.push_back(std::make_unique<RawClient>(server_.socket_path()));
    }
  }
  // The server sleeps a little, so that it meets all clients in one turn.
  void hold_up() { first().send_request({"DEBUG", "SLEEP", "0.05"}); }
  // Every client but the first says this at once, again and again, until all were answered beside
  // each other in one turn. How often it was said.
  template <typename Requests, typename Check>
  int until_read_in_parallel(int reads_of_each, const Requests& requests, const Check& check) {
    int rounds = 0;
    int64_t together = 0;
    while (together < kClients * reads_of_each) {
      ++rounds;
      const int64_t before = parallel_reads();
      hold_up();
      for (int i = 1; i <= kClients; ++i) {
        for (const auto& request : requests(i)) client(i).send_request(request);
      }
      EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
      for (int i = 1; i <= kClients; ++i) check(i);
      together = parallel_reads() - before;
      if (testing::Test::HasFailure()) break;
    }
    return rounds;
  }
  int64_t parallel_reads() { return number_in("keemun", "parallel_reads:"); }
  int64_t number_in(const Bytes& section, const Bytes& before) {
    first().send_request({"INFO", section});
    const Bytes text(first().read()->text());
    const size_t place = text.find(before);
    EXPECT_NE(place, Bytes::npos) << before;
    return std::stoll(text.substr(place + before.size()));
  }
  Bytes answer_to(int number) { return resp::to_transcript(*client(number).read()); }
  RawClient& first() { return *clients_[0]; }
  RawClient& client(int number) { return *clients_[static_cast<size_t>(number)]; }
  bool has_shared(const char* what) {
    first().send_request({"INFO", "stats"});
    const Bytes zero = Bytes("io_threaded_") + what + "_processed:0\r\n";
    return first().read()->text().find(zero) == Bytes::npos;
  }

  std::vector<std::string> more_arguments_;
  KeemunProcess server_;
  std::vector<std::unique_ptr<RawClient>> clients_;
};

TEST_F(IoThreads, AnswerEveryClientWithItsOwn) {
  int round = 0;
  do {
    ++round;
    hold_up();
    for (int i = 1; i <= kClients; ++i) {
      const Bytes key = "key" + std::to_string(i);
      client(i).send_request({"SET", key, key + "." + std::to_string(round)});
      client(i).send_request({"INCR", "all"});
      client(i).send_request({"GET", key});
    }
    EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
    for (int i = 1; i <= kClients; ++i) {
      EXPECT_EQ(resp::to_transcript(*client(i).read()), "OK");
      EXPECT_EQ(client(i).read()->kind(), resp::Reply::Kind::kInteger);
      EXPECT_EQ(client(i).read()->text(), "key" + std::to_string(i) + "." + std::to_string(round));
    }
  } while (!has_shared("reads") || !has_shared("writes"));
  EXPECT_EQ(first().ask({"GET", "all"}), "\"" + std::to_string(round * kClients) + "\"");
}

TEST_F(IoThreads, GoOnWithClientsThatTakeTheirRepliesLate) {
  const Bytes large(400'000, 'v');
  EXPECT_EQ(first().ask({"SET", "large", large}), "OK");
  constexpr int kReplies = 8;  // more than a client may leave untaken
  hold_up();
  for (int i = 1; i <= kClients; ++i) {
    for (int k = 0; k < kReplies; ++k) client(i).send_request({"GET", "large"});
  }
  EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
  for (int i = 1; i <= kClients; ++i) {
    for (int k = 0; k < kReplies; ++k) ASSERT_EQ(client(i).read()->text(), large);
  }
}

TEST_F(IoThreads, NoticeThoseWhoLeave) {
  hold_up();
  for (int i = 1; i <= kClients; ++i) {
    client(i).send_request({"SET", "k", "v"});
    if (i % 2 == 0) clients_[static_cast<size_t>(i)].reset();
  }
  EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
  for (int i = 1; i <= kClients; i += 2) EXPECT_EQ(resp::to_transcript(*client(i).read()), "OK");
  const Bytes left = "connected_clients:" + std::to_string(kClients / 2 + 1) + "\r\n";
  while (true) {
    first().send_request({"INFO", "clients"});
    if (first().read()->text().find(left) != Bytes::npos) break;
  }
}

// While one of them is found to take long what he has asked for is of no use any more.
TEST_F(IoThreads, GoOnWithWhatIsSaidBehindALongRead) {
  constexpr int kRounds = 80;
  constexpr int kBusy = 4;
  constexpr int kFields = 50'000;
  constexpr int kFieldsAtOnce = 1'000;
  for (int i = 0; i < kFields; i += kFieldsAtOnce) {
    std::vector<Bytes> request = {"HSET", "huge"};
    for (int field = i; field < i + kFieldsAtOnce; ++field) {
      request.push_back(std::to_string(field));
      request.emplace_back(20, 'v');
    }
    first().send_request(request);
    ASSERT_TRUE(first().read());
  }
  first().send_request({"SET", "big", Bytes(60'000, 'v')});
  ASSERT_TRUE(first().read());
  std::atomic<bool> is_over = false;
  std::vector<std::thread> busy;
  for (int i = 1; i <= kBusy; ++i) {
    busy.emplace_back([&, i] {
      while (!is_over && client(i).send_request({"GET", "big"}) && client(i).read()) {
      }
    });
  }
  for (int round = 0; round < kRounds; ++round) {
    RawClient leaving(server_.socket_path());
    ASSERT_TRUE(leaving.send("GET none\r\nHGETALL huge\r\nFOO\r\nINCR said\r\n"));
  }
  const Bytes all = "\"" + std::to_string(kRounds) + "\"";
  for (Bytes said; said != all && said != "(gone)";) said = first().ask({"GET", "said"});
  EXPECT_EQ(first().ask({"GET", "said"}), all);
  is_over = true;
  for (std::thread& one : busy) one.join();
}

using Requests = std::vector<std::vector<Bytes>>;

Bytes key_of(int number) {
  return "key" + std::to_string(number);
}

TEST_F(IoThreads, AnswerReadsBesideEachOther) {
  for (int i = 1; i <= kClients; ++i) {
    first().ask({"SET", key_of(i), "value" + std::to_string(i)});
    first().ask({"RPUSH", "list", std::to_string(i)});
  }
  const int rounds = until_read_in_parallel(
      3,
      [](int i) {
        return Requests{
            {"GET", key_of(i)}, {"LINDEX", "list", std::to_string(i - 1)}, {"GET", "no"}};
      },
      [this](int i) {
        EXPECT_EQ(answer_to(i), "\"value" + std::to_string(i) + "\"");
        EXPECT_EQ(answer_to(i), "\"" + std::to_string(i) + "\"");
        EXPECT_EQ(answer_to(i), "(nil)");
      });
  EXPECT_EQ(number_in("commandstats", "cmdstat_get:calls="), rounds * kClients * 2);
  EXPECT_EQ(number_in("stats", "keyspace_hits:"), rounds * kClients * 2);
  EXPECT_EQ(number_in("stats", "keyspace_misses:"), rounds * kClients);
}

TEST_F(IoThreads, KeepTheOrderOfReadsAndWrites) {
  int round = 0;
  until_read_in_parallel(
      2,
      [&round](int i) {
        if (i == 1) ++round;
        return Requests{{"GET", key_of(i)}, {"STRLEN", key_of(i)}, {"INCR", key_of(i)},
                        {"GET", key_of(i)}, {"INCR", "all"},       {"GET", key_of(i)}};
      },
      [&](int i) {
        const Bytes before = std::to_string(round - 1);
        const Bytes after = std::to_string(round);
        EXPECT_EQ(answer_to(i), round == 1 ? "(nil)" : "\"" + before + "\"");
        EXPECT_EQ(answer_to(i), "(integer) " + std::to_string(round == 1 ? 0 : before.size()));
        EXPECT_EQ(answer_to(i), "(integer) " + after);
        EXPECT_EQ(answer_to(i), "\"" + after + "\"");
        EXPECT_EQ(client(i).read()->kind(), resp::Reply::Kind::kInteger);
        EXPECT_EQ(answer_to(i), "\"" + after + "\"");
      });
  EXPECT_EQ(first().ask({"GET", "all"}), "\"" + std::to_string(round * kClients) + "\"");
}

class IoThreadsWithoutExpiryIndex : public IoThreads {
 protected:
  IoThreadsWithoutExpiryIndex() { more_arguments_ = {"--expiry-index", "no"}; }
};

// Who meets a key whose time is over leaves word of it for the collector of garbage.
TEST_F(IoThreadsWithoutExpiryIndex, MeetKeysWhoseTimeIsOver) {
  for (int i = 1; i <= kClients; ++i) {
    first().ask({"SET", key_of(i), "v", "PX", "1"});
    first().ask({"RPUSH", "list" + key_of(i), "a"});
    first().ask({"PEXPIRE", "list" + key_of(i), "1"});
  }
  while (first().ask({"EXISTS", "list" + key_of(kClients)}) != "(integer) 0") {
  }
  until_read_in_parallel(
      2,
      [](int i) {
        return Requests{{"GET", key_of(i)}, {"LLEN", "list" + key_of(kClients + 1 - i)}};
      },
      [this](int i) {
        EXPECT_EQ(answer_to(i), "(nil)");
        EXPECT_EQ(answer_to(i), "(integer) 0");
      });
}

TEST_F(IoThreads, CountErrorsAndSlowReads) {
  first().ask({"RPUSH", "list", "a"});
  first().ask({"CONFIG", "SET", "slowlog-log-slower-than", "0", "slowlog-max-len", "1000"});
  const int rounds = until_read_in_parallel(
      1,
      [](int i) {
        return Requests{{"GET", "list"}, {"GET", key_of(i), "more"}};
      },
      [this](int i) {
        EXPECT_EQ(answer_to(i),
                  "(error) WRONGTYPE Operation against a key holding the wrong kind of value");
        EXPECT_EQ(answer_to(i), "(error) ERR wrong number of arguments for 'get' command");
      });
  EXPECT_EQ(number_in("errorstats", "errorstat_WRONGTYPE:count="), rounds * kClients);
  EXPECT_EQ(number_in("commandstats", "cmdstat_get:calls="), rounds * kClients);
  first().send_request({"SLOWLOG", "GET", "1000"});
  const auto entries = first().read();
  int slow = 0;
  for (const resp::Reply& entry : entries->items()) {
    const Bytes words = resp::to_transcript(entry.items()[3]);
    slow += words.find("GET") != Bytes::npos && words.find("list") != Bytes::npos ? 1 : 0;
  }
  EXPECT_GE(slow, kClients);
}

TEST_F(IoThreads, LeaveToTheOtherWhatIsWatchedOrRefused) {
  first().ask({"SET", "k", "v"});
  first().ask({"ACL", "SETUSER", "narrow", "on", "nopass", "+get", "~own*"});
  const auto say = [this](int number, std::initializer_list<Bytes> words) {
    client(number).send_request(words);
    return answer_to(number);
  };
  EXPECT_EQ(say(1, {"AUTH", "narrow", "any"}), "OK");
  EXPECT_EQ(say(2, {"MULTI"}), "OK");
  client(3).send_request({"HELLO", "3"});
  client(3).read();
  EXPECT_EQ(say(3, {"CLIENT", "TRACKING", "ON"}), "OK");
  EXPECT_EQ(say(4, {"CLIENT", "REPLY", "ON"}), "OK");
  hold_up();
  for (int i = 1; i <= kClients; ++i) client(i).send_request({"GET", "k"});
  EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
  EXPECT_EQ(answer_to(1).substr(0, 14), "(error) NOPERM");
  EXPECT_EQ(answer_to(2), "QUEUED");
  for (int i = 3; i <= kClients; ++i) EXPECT_EQ(answer_to(i), "\"v\"");
  EXPECT_EQ(number_in("commandstats", "cmdstat_get:calls="), kClients - 2);
  EXPECT_EQ(first().ask({"SET", "k", "w"}), "OK");
  EXPECT_NE(answer_to(3).find("invalidate"), Bytes::npos);
  EXPECT_EQ(say(2, {"EXEC"}), "1) \"w\"");
}

TEST_F(IoThreads, ShowEveryReadToMonitors) {
  RawClient monitor(server_.socket_path());
  monitor.send_request({"MONITOR"});
  EXPECT_EQ(resp::to_transcript(*monitor.read()), "OK");
  hold_up();
  for (int i = 1; i <= kClients; ++i) client(i).send_request({"GET", key_of(i)});
  EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
  std::set<Bytes> seen;
  for (int i = 1; i <= kClients; ++i) {
    EXPECT_EQ(answer_to(i), "(nil)");
    const Bytes line(monitor.read()->text());
    seen.insert(line.substr(line.find('"')));
  }
  for (int i = 1; i <= kClients; ++i) {
    EXPECT_TRUE(seen.contains("\"GET\" \"" + key_of(i) + "\"")) << i;
  }
}

}  // namespace
}  // namespace keemun
