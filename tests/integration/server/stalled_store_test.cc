// A store that is written to faster than it writes out holds up who writes, and nobody else.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "gated_server.h"

namespace keemun {
namespace {

// The disk takes no table, and somebody writes until there is no more room for it in memory.
class StalledStore : public GatedServer {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(start({"--write-buffer-size", "1mb"}));
    RawClient(server_.socket_path()).ask({"MSET", "still", "old", "other", "1"});
    shut_gate("shut");
  }
  void TearDown() override {
    has_ended_ = true;
    open_gate();
    writer_.join();
  }

  void write_until_stalled() {
    writer_ = std::thread([this] {
      RawClient client(server_.socket_path());
      for (int i = 0; !has_ended_; ++i) {
        const Bytes key = "k" + std::to_string(i % 100);
        EXPECT_EQ(client.ask({"SET", key, Bytes(kValueBytes, 'v')}), "OK");
      }
    });
    await({"INFO", "keemun"}, "rocksdb_writes_are_stopped:1");
  }

  int number_of(const Bytes& section, const Bytes& name) const {
    const Bytes info = RawClient(server_.socket_path()).ask({"INFO", section});
    return std::stoi(info.substr(info.find(name + ":") + name.size() + 1));
  }

  static constexpr size_t kValueBytes = 200'000;
  std::atomic<bool> has_ended_ = false;
  std::thread writer_;
};

TEST_F(StalledStore, AnswersWhoHasReadNothingOfWhatIsNotCommitted) {
  RawClient writer(server_.socket_path());
  RawClient reader(server_.socket_path());
  RawClient counter(server_.socket_path());
  RawClient other(server_.socket_path());
  write_until_stalled();
  EXPECT_EQ(other.ask({"GET", "still"}), "\"old\"");
  writer.send_request({"APPEND", "still", "er"});
  await({"CLIENT", "LIST"}, "cmd=append");
  reader.send_request({"GET", "still"});
  await({"CLIENT", "LIST"}, "cmd=get ");
  counter.send_request({"DBSIZE"});
  await({"CLIENT", "LIST"}, "cmd=dbsize");
  EXPECT_EQ(other.ask({"STRLEN", "other"}), "(integer) 1");
  EXPECT_EQ(other.ask({"MGET", "other", "none"}), "1) \"1\"\n2) (nil)");
  EXPECT_FALSE(writer.has_news());
  EXPECT_FALSE(reader.has_news());
  EXPECT_FALSE(counter.has_news());
  open_gate();
  EXPECT_EQ(resp::to_transcript(*writer.read()), "(integer) 5");
  EXPECT_EQ(resp::to_transcript(*reader.read()), "\"older\"");
}

// The answers of one client come in the order of its requests.
TEST_F(StalledStore, AnswersNobodyBeforeWhatHeHasAskedEarlier) {
  RawClient client(server_.socket_path());
  write_until_stalled();
  client.send_request({"APPEND", "still", "er"});
  client.send_request({"GET", "none"});
  await({"CLIENT", "LIST"}, "cmd=get ");
  client.send_request({"STRLEN", "none"});
  await({"CLIENT", "LIST"}, "cmd=strlen");
  EXPECT_FALSE(client.has_news());
  open_gate();
  EXPECT_EQ(resp::to_transcript(*client.read()), "(integer) 5");
  EXPECT_EQ(resp::to_transcript(*client.read()), "(nil)");
  EXPECT_EQ(resp::to_transcript(*client.read()), "(integer) 0");
}

TEST_F(StalledStore, TellsNobodyOfWritesThatAreNotCommitted) {
  RawClient listener(server_.socket_path());
  RawClient writer(server_.socket_path());
  RawClient waiter(server_.socket_path());
  RawClient reader(server_.socket_path());
  RawClient other(server_.socket_path());
  other.ask({"CONFIG", "SET", "notify-keyspace-events", "KEA"});
  listener.ask({"SUBSCRIBE", "__keyspace@0__:still"});
  waiter.send_request({"BLMOVE", "list", "others", "LEFT", "LEFT", "0"});
  await({"CLIENT", "LIST"}, "cmd=blmove");
  write_until_stalled();
  writer.send_request({"APPEND", "still", "er"});
  writer.send_request({"RPUSH", "list", "a"});
  await({"CLIENT", "LIST"}, "cmd=rpush");
  reader.send_request({"LLEN", "others"});
  await({"CLIENT", "LIST"}, "cmd=llen");
  EXPECT_EQ(other.ask({"PING"}), "PONG");
  EXPECT_FALSE(listener.has_news());
  EXPECT_FALSE(waiter.has_news());
  EXPECT_FALSE(reader.has_news());
  open_gate();
  EXPECT_EQ(listener.read()->items().back().text(), "append");
  EXPECT_EQ(resp::to_transcript(*waiter.read()), "\"a\"");
  EXPECT_EQ(resp::to_transcript(*reader.read()), "(integer) 1");
}

TEST_F(StalledStore, HoldsBackWhoWritesOnceMuchIsGathered) {
  constexpr int kWrites = 100;  // some times as much as is gathered beside a commit
  RawClient pipeline(server_.socket_path());
  RawClient writer(server_.socket_path());
  RawClient transaction(server_.socket_path());
  RawClient other(server_.socket_path());
  write_until_stalled();
  std::thread sender([&] {
    for (int i = 0; i < kWrites; ++i) {
      pipeline.send_request({"SET", "p" + std::to_string(i), Bytes(kValueBytes, 'v')});
    }
  });
  transaction.send_request({"MULTI"});
  transaction.send_request({"APPEND", "still", "er"});
  transaction.send_request({"EXEC"});
  writer.send_request({"SET", "x", "1"});
  writer.send_request({"GET", "x"});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(other.ask({"GET", "other"}), "\"1\"");
  open_gate();
  EXPECT_EQ(resp::to_transcript(*writer.read()), "OK");
  EXPECT_EQ(resp::to_transcript(*writer.read()), "\"1\"");
  EXPECT_EQ(resp::to_transcript(*transaction.read()), "OK");
  EXPECT_EQ(resp::to_transcript(*transaction.read()), "QUEUED");
  EXPECT_EQ(resp::to_transcript(*transaction.read()), "1) (integer) 5");
  for (int i = 0; i < kWrites; ++i) EXPECT_EQ(resp::to_transcript(*pipeline.read()), "OK");
  sender.join();
  EXPECT_EQ(pipeline.ask({"STRLEN", "p" + std::to_string(kWrites - 1)}), "(integer) 200000");
}

// What is held back is begun anew, and that is no reason to let go of who sends nothing more.
TEST_F(StalledStore, RunsAllThatWasSentByWhoSendsNothingMore) {
  constexpr int kWrites = 100;  // some times as much as is gathered beside a commit
  RawClient pipeline(server_.socket_path());
  RawClient writer(server_.socket_path());
  RawClient other(server_.socket_path());
  write_until_stalled();
  std::thread sender([&] {
    for (int i = 0; i < kWrites; ++i) {
      pipeline.send_request({"SET", "p" + std::to_string(i), Bytes(kValueBytes, 'v')});
    }
  });
  while (number_of("clients", "held_back_clients") < 1) {
  }
  writer.send_request({"APPEND", "still", "er"});
  writer.send_request({"GET", "still"});
  writer.finish();
  while (number_of("clients", "held_back_clients") < 2) {
  }
  EXPECT_EQ(other.ask({"PING"}), "PONG");  // in a turn after the end was read
  open_gate();
  for (int i = 0; i < kWrites; ++i) EXPECT_EQ(resp::to_transcript(*pipeline.read()), "OK");
  sender.join();
  EXPECT_EQ(writer.read_all(), ":5\r\n$5\r\nolder\r\n");
}

TEST_F(StalledStore, ReadsNoMoreFromWhoIsHeldBackThanThereIsRoomFor) {
  constexpr int kWrites = 300;
  constexpr int kReadMax = 16'000'000;
  const auto read_bytes = [this] { return number_of("stats", "total_net_input_bytes"); };
  RawClient pipeline(server_.socket_path());
  write_until_stalled();
  const int before = read_bytes();
  std::thread sender([&] {
    for (int i = 0; i < kWrites; ++i) {
      pipeline.send_request({"SET", "p" + std::to_string(i), Bytes(kValueBytes, 'v')});
    }
  });
  while (number_of("clients", "held_back_clients") < 1) {
  }
  // In each turn it would read on, if it did.
  constexpr int kTurns = 300;
  for (int turn = 0; turn < kTurns; ++turn) EXPECT_LT(read_bytes() - before, kReadMax);
  open_gate();
  for (int i = 0; i < kWrites; ++i) EXPECT_EQ(pipeline.read()->text(), "OK") << i;
  sender.join();
}

// A commit waits for the disk: who asks for anything else does not.
class StalledLog : public GatedServer {
 protected:
  void SetUp() override { ASSERT_NO_FATAL_FAILURE(start({"--wal-sync", "always"})); }
  void TearDown() override { open_gate(); }
};

TEST_F(StalledLog, AnswersWhoHasReadNothingOfWhatIsNotOnDisk) {
  RawClient writer(server_.socket_path());
  RawClient reader(server_.socket_path());
  RawClient other(server_.socket_path());
  other.ask({"MSET", "other", "1", "still", "old"});
  shut_gate("log");
  writer.send_request({"APPEND", "still", "er"});
  await({"CLIENT", "LIST"}, "cmd=append");
  writer.send_request({"STRLEN", "other"});
  await({"CLIENT", "LIST"}, "cmd=strlen");
  reader.send_request({"GET", "still"});
  await({"CLIENT", "LIST"}, "cmd=get ");
  EXPECT_EQ(other.ask({"GETRANGE", "other", "0", "-1"}), "\"1\"");
  EXPECT_FALSE(writer.has_news());
  EXPECT_FALSE(reader.has_news());
  open_gate();
  EXPECT_EQ(resp::to_transcript(*writer.read()), "(integer) 5");
  EXPECT_EQ(resp::to_transcript(*writer.read()), "(integer) 1");
  EXPECT_EQ(resp::to_transcript(*reader.read()), "\"older\"");
}

// Who is closed, or paused, while his answers wait for a commit was asked in every turn whether he
// had said more, and he had. A request that had waited could be begun twice then.
TEST_F(StalledLog, TurnsForNobodyWhoIsNotToBeRead) {
  RawClient leaver(server_.socket_path());
  RawClient paused(server_.socket_path());
  RawClient other(server_.socket_path());
  const auto turns = [&other] {
    other.send_request({"INFO", "keemun"});
    const Bytes info = other.read()->text();
    constexpr BytesView kName = "\nturns:";
    return std::stoll(info.substr(info.find(kName) + kName.size()));
  };
  shut_gate("log");
  leaver.send_request({"SET", "a", "1"});
  await({"CLIENT", "LIST"}, "cmd=set");
  leaver.send_request({"QUIT"});
  for (int turn = 0; turn < 10; ++turn) other.ask({"PING"});  // in one of them it is read
  leaver.send_request({"PING"});
  paused.send_request({"SET", "b", "1"});
  await({"CLIENT", "LIST"}, "cmd=set");
  other.ask({"CLIENT", "PAUSE", "600000", "WRITE"});
  paused.send_request({"SET", "b", "2"});
  await({"INFO", "clients"}, "blocked_clients:1\r\n");
  paused.send_request({"PING"});
  const auto before = turns();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(turns() - before, 500);
  other.ask({"CLIENT", "UNPAUSE"});
  open_gate();
  EXPECT_EQ(leaver.read_all(), "+OK\r\n+OK\r\n");
  for (const BytesView answer : {"OK", "OK", "PONG"}) {
    EXPECT_EQ(resp::to_transcript(*paused.read()), answer);
  }
  EXPECT_EQ(other.ask({"GET", "b"}), "\"2\"");
}

}  // namespace
}  // namespace keemun
