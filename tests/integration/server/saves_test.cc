// Checkpoints: what SAVE and BGSAVE leave beside the store is one moment of it, to start on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;

class Saves : public testing::Test {
 protected:
  std::set<Bytes> checkpoints() const {
    std::set<Bytes> found;
    for (const auto& entry : std::filesystem::directory_iterator(server_.path(""))) {
      const Bytes name = entry.path().filename();
      if (name.starts_with("store-") && !name.ends_with(".tmp")) found.insert(entry.path());
    }
    return found;
  }
  Bytes unfinished() const {
    for (const auto& entry : std::filesystem::directory_iterator(server_.path(""))) {
      if (entry.path().extension() == ".tmp") return entry.path();
    }
    return {};
  }
  Bytes gate() const { return server_.path("gate"); }
  // Which writes no file out as long as the gate is shut.
  void start_on_a_slow_disk() {
    server_.preload(KEEMUN_SLOW_DISK, "KEEMUN_TEST_GATE", gate());
    ASSERT_TRUE(server_.start()) << server_.output();
  }
  // Which does not end before the gate is open.
  void begin_to_save(RawClient& client) {
    std::ofstream(gate()) << "shut";
    EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
  }
  // False after so long that nothing comes of it any more.
  template <typename Condition>
  static bool comes_true(Condition&& condition) {
    constexpr int kTries = 30'000;
    for (int i = 0; i < kTries; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  static bool comes_to_say(RawClient& client, const Bytes& line) {
    return comes_true([&] {
      return client.ask({"INFO", "persistence"}).find(line + "\\r") != Bytes::npos;
    });
  }
  static bool comes_to_an_end(RawClient& client) {
    return comes_to_say(client, "rdb_bgsave_in_progress:0");
  }

  KeemunProcess server_;
};

TEST_F(Saves, AreToStartOn) {
  ASSERT_TRUE(server_.start({"--dir", server_.store_path() + "/"}));  // beside it all the same
  RawClient client(server_.socket_path());
  EXPECT_EQ(client.ask({"SET", "k", "v"}), "OK");
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_changes_since_last_save:1\\r"));
  EXPECT_EQ(client.ask({"SAVE"}), "OK");
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_changes_since_last_save:0\\r"));
  ASSERT_EQ(checkpoints().size(), 1u);
  KeemunProcess restored;
  ASSERT_TRUE(restored.start({"--dir", *checkpoints().begin()})) << restored.output();
  EXPECT_EQ(RawClient(restored.socket_path()).ask({"GET", "k"}), "\"v\"");
}

TEST_F(Saves, AreOpenToNobodyWhomTheStoreIsNotOpenTo) {
  using std::filesystem::perms;
  start_on_a_slow_disk();
  RawClient client(server_.socket_path());
  client.ask({"SET", "k", "v"});
  const perms of_store = perms::owner_all | perms::group_read | perms::group_exec;
  std::filesystem::permissions(server_.store_path(), of_store);
  std::ofstream(gate()) << "shut";
  client.ask({"BGSAVE"});
  ASSERT_TRUE(comes_true([this] { return !unfinished().empty(); }));
  EXPECT_EQ(std::filesystem::status(unfinished()).permissions(), perms::owner_all);
  std::filesystem::remove(gate());
  ASSERT_TRUE(comes_to_an_end(client));
  ASSERT_EQ(checkpoints().size(), 1u);
  EXPECT_EQ(std::filesystem::status(*checkpoints().begin()).permissions(), of_store);
  EXPECT_EQ(unfinished(), "");
}

// A counter, a list and a hash that grow by one in every transaction.
TEST_F(Saves, AreOneMomentWhileOthersWrite) {
  ASSERT_TRUE(server_.start()) << server_.output();
  std::atomic<int64_t> acknowledged = 0;
  std::atomic<bool> has_failed = false;
  std::jthread writing([&](const std::stop_token& stop) {
    RawClient writer(server_.socket_path());
    while (!stop.stop_requested() && !has_failed) {
      const Bytes number = std::to_string(acknowledged + 1);
      writer.send_request({"MULTI"});
      writer.send_request({"INCR", "counter"});
      writer.send_request({"RPUSH", "list", Bytes(3000, 'v')});
      writer.send_request({"HSET", "hash", number, number});
      writer.send_request({"EXEC"});
      for (int i = 0; i < 5 && !has_failed; ++i) {
        const auto reply = writer.read();
        has_failed = !reply || reply->is_error();
      }
      if (!has_failed) ++acknowledged;
    }
  });
  constexpr size_t kSaves = 4;
  std::vector<int64_t> before;
  std::vector<int64_t> behind;
  RawClient client(server_.socket_path());
  for (size_t i = 0; i < kSaves; ++i) {
    const int64_t start = acknowledged;
    ASSERT_TRUE(comes_true([&] { return acknowledged >= start + 200 || has_failed; }));
    ASSERT_FALSE(has_failed);
    before.push_back(acknowledged);
    EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
    ASSERT_TRUE(comes_to_an_end(client));
    behind.push_back(acknowledged + 1);
    EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_last_bgsave_status:ok"));
  }
  writing.request_stop();
  writing.join();
  EXPECT_FALSE(has_failed);
  ASSERT_EQ(checkpoints().size(), kSaves);
  size_t number = 0;
  for (const Bytes& checkpoint : checkpoints()) {
    KeemunProcess restored;
    ASSERT_TRUE(restored.start({"--dir", checkpoint})) << restored.output();
    RawClient reader(restored.socket_path());
    const Bytes list = reader.ask({"LLEN", "list"});
    const Bytes counter = reader.ask({"INCRBY", "counter", "0"});
    EXPECT_EQ(list, counter);
    EXPECT_EQ(list, reader.ask({"HLEN", "hash"}));
    const int64_t count = std::stoll(list.substr(10));
    EXPECT_GE(count, before[number]);
    EXPECT_LE(count, behind[number]);
    ++number;
  }
}

// While the disk takes its time for what was in memory.
TEST_F(Saves, HoldUpNobody) {
  start_on_a_slow_disk();
  RawClient client(server_.socket_path());
  EXPECT_EQ(client.ask({"SET", "k", "1"}), "OK");
  begin_to_save(client);
  EXPECT_EQ(client.ask({"INCR", "k"}), "(integer) 2");
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_bgsave_in_progress:1"));
  EXPECT_EQ(client.ask({"BGSAVE"}), "(error) ERR Background save already in progress");
  EXPECT_EQ(client.ask({"BGSAVE", "SCHEDULE"}), "(error) ERR Background save already in progress");
  EXPECT_EQ(client.ask({"SAVE"}), "(error) ERR Background save already in progress");
  std::filesystem::remove(gate());
  ASSERT_TRUE(comes_to_an_end(client));
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_saves:1\\r"));
  // What came behind BGSAVE counts as not saved, though it may be in it.
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_changes_since_last_save:1\\r"));
  EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
}

TEST_F(Saves, ThatWereNeverFinishedAreTold) {
  start_on_a_slow_disk();
  {
    RawClient client(server_.socket_path());
    EXPECT_EQ(client.ask({"SET", "k", "1"}), "OK");
    begin_to_save(client);
    ASSERT_TRUE(comes_true([&] { return !unfinished().empty(); }));
  }
  server_.signal(SIGKILL);
  server_.wait();
  ASSERT_TRUE(server_.start()) << server_.output();
  EXPECT_THAT(server_.output(), HasSubstr(unfinished() + " may be removed"));
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"GET", "k"}), "\"1\"");
}

// A transaction that is saved is saved whole, and what comes with it.
TEST_F(Saves, OfATransactionAreBehindIt) {
  ASSERT_TRUE(server_.start()) << server_.output();
  RawClient client(server_.socket_path());
  for (const char* word : {"MULTI", "BGSAVE"}) client.ask({word});
  client.ask({"SET", "k", "v"});
  EXPECT_EQ(client.ask({"EXEC"}), "1) Background saving scheduled\n2) OK");
  ASSERT_TRUE(comes_to_say(client, "rdb_saves:1"));
  ASSERT_TRUE(comes_to_an_end(client));
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_changes_since_last_save:0\\r"));
  ASSERT_EQ(checkpoints().size(), 1u);
  KeemunProcess restored;
  ASSERT_TRUE(restored.start({"--dir", *checkpoints().begin()})) << restored.output();
  EXPECT_EQ(RawClient(restored.socket_path()).ask({"GET", "k"}), "\"v\"");
  client.ask({"CONFIG", "RESETSTAT"});
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_saves:0\\r"));
}

// Who presses Ctrl-C once more does not wait for it.
TEST_F(Saves, AreGivenUpAtTheSecondInterrupt) {
  start_on_a_slow_disk();
  {
    RawClient client(server_.socket_path());
    EXPECT_EQ(client.ask({"SET", "k", "v"}), "OK");
    begin_to_save(client);
  }
  server_.signal(SIGINT);
  server_.await_output("Waiting for the checkpoint");
  server_.signal(SIGINT);
  EXPECT_EQ(server_.wait(), 128 + SIGINT);
  std::filesystem::remove(gate());
  ASSERT_TRUE(server_.start()) << server_.output();
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"GET", "k"}), "\"v\"");
}

// SIGTERM waits for it.
TEST_F(Saves, AreWholeWhereTheServerEnds) {
  start_on_a_slow_disk();
  {
    RawClient client(server_.socket_path());
    for (int i = 0; i < 100; ++i) client.ask({"SET", "k" + std::to_string(i), Bytes(10000, 'v')});
    begin_to_save(client);
  }
  server_.signal(SIGTERM);
  server_.await_output("Waiting for the checkpoint");
  std::filesystem::remove(gate());
  ASSERT_EQ(server_.wait(), 0);
  EXPECT_THAT(server_.output(), HasSubstr("Checkpoint written to"));
  ASSERT_EQ(checkpoints().size(), 1u);
  KeemunProcess restored;
  ASSERT_TRUE(restored.start({"--dir", *checkpoints().begin()})) << restored.output();
  EXPECT_EQ(RawClient(restored.socket_path()).ask({"DBSIZE"}), "(integer) 100");
}

TEST_F(Saves, NeedTwiceWhatIsKeptFree) {
  const uintmax_t free = std::filesystem::space(server_.path("")).available;
  ASSERT_TRUE(server_.start({"--disk-free-min", std::to_string(free / 4 * 3)}));
  RawClient client(server_.socket_path());
  EXPECT_EQ(client.ask({"SET", "k", "v"}), "OK");
  for (const char* command : {"SAVE", "BGSAVE"}) {
    EXPECT_THAT(client.ask({command}),
                HasSubstr("and a checkpoint needs " + std::to_string(free / 4 * 3 * 2)));
  }
  EXPECT_TRUE(checkpoints().empty());
}

}  // namespace
}  // namespace keemun
