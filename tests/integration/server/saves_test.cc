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

#include "keemun_process.h"
#include "raw_client.h"

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
  static void await_end(RawClient& client) {
    while (client.ask({"INFO", "persistence"}).find("rdb_bgsave_in_progress:0") == Bytes::npos) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
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

// A counter, a list and a hash that grow by one in every transaction.
TEST_F(Saves, AreOneMomentWhileOthersWrite) {
  ASSERT_TRUE(server_.start()) << server_.output();
  std::atomic<int64_t> acknowledged = 0;
  std::atomic<bool> is_over = false;
  std::thread writing([&] {
    RawClient writer(server_.socket_path());
    while (!is_over) {
      const Bytes number = std::to_string(acknowledged + 1);
      writer.send_request({"MULTI"});
      writer.send_request({"INCR", "counter"});
      writer.send_request({"RPUSH", "list", Bytes(3000, 'v')});
      writer.send_request({"HSET", "hash", number, number});
      writer.send_request({"EXEC"});
      for (int i = 0; i < 4; ++i) ASSERT_TRUE(writer.read());
      ASSERT_EQ(resp::to_transcript(*writer.read()).substr(0, 13), "1) (integer) ");
      ++acknowledged;
    }
  });
  constexpr size_t kSaves = 4;
  std::vector<int64_t> before;
  std::vector<int64_t> behind;
  RawClient client(server_.socket_path());
  for (size_t i = 0; i < kSaves; ++i) {
    const int64_t start = acknowledged;
    while (acknowledged < start + 200) std::this_thread::yield();
    before.push_back(acknowledged);
    EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
    await_end(client);
    behind.push_back(acknowledged + 1);
    EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_last_bgsave_status:ok"));
  }
  is_over = true;
  writing.join();
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
  const Bytes gate = server_.path("gate");
  server_.preload(KEEMUN_SLOW_DISK, "KEEMUN_TEST_GATE", gate);
  ASSERT_TRUE(server_.start()) << server_.output();
  RawClient client(server_.socket_path());
  EXPECT_EQ(client.ask({"SET", "k", "1"}), "OK");
  std::ofstream(gate) << "shut";
  EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
  EXPECT_EQ(client.ask({"INCR", "k"}), "(integer) 2");
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_bgsave_in_progress:1"));
  EXPECT_EQ(client.ask({"BGSAVE"}), "(error) ERR Background save already in progress");
  EXPECT_EQ(client.ask({"BGSAVE", "SCHEDULE"}), "(error) ERR Background save already in progress");
  EXPECT_EQ(client.ask({"SAVE"}), "(error) ERR Background save already in progress");
  std::filesystem::remove(gate);
  await_end(client);
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_saves:1\\r"));
  // What was written behind its moment is not in it.
  EXPECT_THAT(client.ask({"INFO", "persistence"}), HasSubstr("rdb_changes_since_last_save:1\\r"));
  EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
}

TEST_F(Saves, ThatWereNeverFinishedAreTold) {
  const Bytes gate = server_.path("gate");
  server_.preload(KEEMUN_SLOW_DISK, "KEEMUN_TEST_GATE", gate);
  ASSERT_TRUE(server_.start()) << server_.output();
  {
    RawClient client(server_.socket_path());
    EXPECT_EQ(client.ask({"SET", "k", "1"}), "OK");
    std::ofstream(gate) << "shut";
    EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
    while (unfinished().empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  server_.signal(SIGKILL);
  server_.wait();
  ASSERT_TRUE(server_.start()) << server_.output();
  EXPECT_THAT(server_.output(), HasSubstr(unfinished() + " may be removed"));
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"GET", "k"}), "\"1\"");
}

// SIGTERM waits for it.
TEST_F(Saves, AreWholeWhereTheServerEnds) {
  ASSERT_TRUE(server_.start()) << server_.output();
  {
    RawClient client(server_.socket_path());
    for (int i = 0; i < 100; ++i) client.ask({"SET", "k" + std::to_string(i), Bytes(10000, 'v')});
    EXPECT_EQ(client.ask({"BGSAVE"}), "Background saving started");
  }
  server_.signal(SIGTERM);
  ASSERT_EQ(server_.wait(), 0);
  ASSERT_EQ(checkpoints().size(), 1u);
  KeemunProcess restored;
  ASSERT_TRUE(restored.start({"--dir", *checkpoints().begin()})) << restored.output();
  EXPECT_EQ(RawClient(restored.socket_path()).ask({"DBSIZE"}), "(integer) 100");
}

}  // namespace
}  // namespace keemun
