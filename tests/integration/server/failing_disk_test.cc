// A disk that fails while the store writes its log: who writes is told, who reads goes on, and the
// server ends by itself only when it is told to, and says what it could not do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "resp/encoder.h"
#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Nobody writes but the test: the scan, which marks the parts of the store that it reads, might
// meet the failure first.
void start(KeemunProcess& server, std::vector<Bytes> options = {}) {
  options.insert(options.end(), {"--gc-scan-pages-per-second", "0"});
  ASSERT_TRUE(server.start(options)) << server.output();
}

struct Failure {
  const char* wal_sync;
  const char* call;
};

class FailingDisk : public testing::TestWithParam<Failure> {
 protected:
  void SetUp() override {
    server_.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", failure());
    ASSERT_NO_FATAL_FAILURE(start(server_, {"--wal-sync", GetParam().wal_sync}));
  }

  Bytes failure() const { return server_.path("failure"); }
  int64_t failed_turns() const {
    const Bytes info = RawClient(server_.socket_path()).ask({"INFO", "keemun"});
    constexpr BytesView kName = "failed_turns:";
    return std::stoll(info.substr(info.find(kName) + kName.size()));
  }

  KeemunProcess server_;
};

INSTANTIATE_TEST_SUITE_P(Everywhere, FailingDisk,
                         testing::Values(Failure{"always", "write"}, Failure{"always", "fdatasync"},
                                         Failure{"everysec", "write"},
                                         Failure{"everysec", "fdatasync"}, Failure{"no", "write"},
                                         Failure{"no", "fdatasync"}));

TEST_P(FailingDisk, EndsWritesAndNothingElse) {
  const auto [wal_sync, call] = GetParam();
  RawClient client(server_.socket_path());
  EXPECT_EQ(client.ask({"SET", "k", "before"}), "OK");
  std::ofstream(failure()) << call;
  const bool is_met_at_once = call == BytesView("write") || wal_sync == BytesView("always");
  if (is_met_at_once) {
    EXPECT_THAT(client.ask({"SET", "k", "after"}), StartsWith("(error) ERR outcome unknown"));
    EXPECT_THAT(client.ask({"SET", "k", "after"}),
                StartsWith("(error) ERR store unavailable, nothing was done: nothing is written "
                           "after an error of the disk, until a restart"));
    EXPECT_THAT(client.ask({"INFO", "keemun"}), HasSubstr("rocksdb_write_has_failed:1"));
  }
  EXPECT_EQ(client.ask({"GET", "k"}), "\"before\"");
  if (is_met_at_once) {
    // Refused before they run: a commit that fails would take along what was run beside it.
    const int64_t before = failed_turns();
    for (int i = 0; i < 50; ++i) {
      for (const Bytes request : {"SET k v", "DEL k", "EVAL \"redis.call('SET','k','v')\" 0"}) {
        ASSERT_TRUE(client.send(request + "\r\n"));
        EXPECT_THAT(client.read()->text(), HasSubstr("store unavailable, nothing was done"));
      }
    }
    constexpr int64_t kTriesAgain = 8;  // after one second, two, four …
    EXPECT_LE(failed_turns() - before, kTriesAgain);
  }
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 1) << server_.output();
  EXPECT_THAT(server_.output(), HasSubstr("What was written last may not be on disk: "));
  std::filesystem::remove(failure());
  ASSERT_TRUE(server_.start()) << server_.output();
  RawClient again(server_.socket_path());
  EXPECT_THAT(again.ask({"GET", "k"}), testing::AnyOf("\"before\"", "\"after\""));
}

bool log_holds(const Bytes& store, BytesView bytes) {
  for (const auto& file : std::filesystem::directory_iterator(store)) {
    if (file.path().extension() != ".log") continue;
    std::ifstream log(file.path(), std::ios::binary);
    const Bytes held{std::istreambuf_iterator<char>(log), {}};
    if (held.find(bytes) != Bytes::npos) return true;
  }
  return false;
}

// One group waits for its sync when the next one cannot be written.
TEST(FailingDiskOfAGroup, IsNotToldToWhoWasCommittedBefore) {
  KeemunProcess server;
  server.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", server.path("failure"));
  server.preload(KEEMUN_SLOW_DISK, "KEEMUN_TEST_GATE", server.path("gate"));
  ASSERT_NO_FATAL_FAILURE(start(server, {"--wal-sync", "always"}));
  RawClient before(server.socket_path());
  RawClient behind(server.socket_path());
  behind.ask({"SELECT", "1"});
  std::vector<Bytes> many = {"MSET"};
  for (int i = 0; i < 1500; ++i) many.insert(many.end(), {"k" + std::to_string(i), "v"});
  ASSERT_EQ(behind.ask(many), "OK");
  std::ofstream(server.path("gate")) << "log";
  ASSERT_TRUE(before.send_request({"SET", "x", "new"}));
  while (!log_holds(server.store_path(), "new")) {
  }
  server.stand_still();
  std::ofstream(server.path("failure")) << "write";
  ASSERT_TRUE(behind.send_request({"FLUSHDB"}));  // erases a range, which everybody waits for
  std::filesystem::remove(server.path("gate"));
  server.go_on();
  EXPECT_EQ(before.read()->text(), "OK");
  // The second where the upkeep, which writes, too, has met the error first.
  EXPECT_THAT(behind.read()->text(), testing::AnyOf(StartsWith("ERR outcome unknown"),
                                                    StartsWith("ERR store unavailable")));
  EXPECT_EQ(before.ask({"GET", "x"}), "\"new\"");
}

// SAVE has committed what stands before it: what fails behind it is no business of that.
TEST(FailingDiskBehindASave, IsNotToldToWhoIsInIt) {
  KeemunProcess server;
  server.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", server.path("failure"));
  server.preload(KEEMUN_SLOW_DISK, "KEEMUN_TEST_GATE", server.path("gate"));
  ASSERT_NO_FATAL_FAILURE(start(server));
  RawClient client(server.socket_path());
  std::ofstream(server.path("gate")) << "shut";
  ASSERT_TRUE(client.send("SET before it\r\nSAVE\r\nSET behind it\r\n"));
  const auto has_begun_to_save = [&server] {
    for (const auto& entry : std::filesystem::directory_iterator(server.path(""))) {
      if (entry.path().extension() == ".tmp") return true;
    }
    return false;
  };
  while (!has_begun_to_save()) {
  }
  std::ofstream(server.path("failure")) << "write";
  std::filesystem::remove(server.path("gate"));
  EXPECT_EQ(client.read()->text(), "OK");
  client.read();  // may have met the failure, too
  EXPECT_THAT(client.read()->text(), StartsWith("ERR outcome unknown"));
  EXPECT_EQ(client.ask({"MGET", "before", "behind"}), "1) \"it\"\n2) (nil)");
}

// BGSAVE within a transaction writes nothing yet, and has no reason to commit.
TEST(FailingDiskBehindASave, IsToldToEachRequestOnceWhereASaveIsQueued) {
  KeemunProcess server;
  server.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", server.path("failure"));
  ASSERT_NO_FATAL_FAILURE(start(server));
  RawClient client(server.socket_path());
  client.ask({"PING"});
  std::ofstream(server.path("failure")) << "write";
  ASSERT_TRUE(
      client.send("SET before it\r\nMULTI\r\nBGSAVE\r\nDISCARD\r\nSET behind it\r\nECHO end\r\n"));
  const auto next = [&client] { return resp::to_transcript(*client.read()); };
  EXPECT_THAT(next(), StartsWith("(error) ERR outcome unknown"));
  EXPECT_EQ(next(), "OK");
  EXPECT_EQ(next(), "QUEUED");
  EXPECT_EQ(next(), "OK");
  EXPECT_THAT(next(), StartsWith("(error) ERR outcome unknown"));
  EXPECT_EQ(next(), "\"end\"");
}

// Whether it has changed is as unknown as what became of the commit that was to change it.
TEST(FailingDiskOfAWatcher, FailsHisTransaction) {
  KeemunProcess server;
  server.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", server.path("failure"));
  ASSERT_NO_FATAL_FAILURE(start(server));
  RawClient client(server.socket_path());
  client.ask({"SET", "k", "v"});
  std::ofstream(server.path("failure")) << "write";
  ASSERT_TRUE(client.send("DEL k\r\nWATCH k\r\n"));
  EXPECT_THAT(client.read()->text(), StartsWith("ERR outcome unknown"));
  EXPECT_EQ(client.read()->text(), "OK");
  EXPECT_EQ(client.ask({"MULTI"}), "OK");
  EXPECT_EQ(client.ask({"GET", "k"}), "QUEUED");
  EXPECT_EQ(client.ask({"EXEC"}), "(nil)");
}

// What was published stays said, whatever else its receiver was told in that turn.
TEST(FailingDiskOfAListener, TakesBackNoMessage) {
  KeemunProcess server;
  server.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", server.path("failure"));
  ASSERT_NO_FATAL_FAILURE(start(server));
  RawClient client(server.socket_path());
  client.ask({"HELLO", "3"});
  client.ask({"SUBSCRIBE", "c"});
  std::ofstream(server.path("failure")) << "write";
  ASSERT_TRUE(
      client.send("SET k v\r\n"
                  "EVAL \"return redis.call('PUBLISH', 'c', 'm')\" 0\r\n"
                  "PUBLISH c n\r\n"
                  "GET k\r\n"));
  const auto next = [&client] { return resp::to_transcript(*client.read()); };
  EXPECT_THAT(next(), StartsWith("(error) ERR outcome unknown"));
  EXPECT_THAT(next(), HasSubstr("\"m\""));
  EXPECT_THAT(next(), StartsWith("(error) ERR outcome unknown"));
  EXPECT_THAT(next(), HasSubstr("\"n\""));
  EXPECT_EQ(next(), "(integer) 1");
  EXPECT_THAT(next(), StartsWith("(error) ERR outcome unknown"));
}

// Several threads might read before it is written.
TEST(FailingDiskOfAReader, IsToldToNoReaderOfOtherKeys) {
  KeemunProcess server;
  server.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", server.path("failure"));
  ASSERT_NO_FATAL_FAILURE(start(server, {"--io-threads", "1"}));
  RawClient writer(server.socket_path());
  RawClient reader(server.socket_path());
  RawClient reader_of_it(server.socket_path());
  writer.ask({"MSET", "k", "before", "other", "o"});
  std::ofstream(server.path("failure")) << "write";
  server.stand_still();
  ASSERT_TRUE(writer.send_request({"SET", "k", "after"}));
  ASSERT_TRUE(reader.send_request({"GET", "other"}));
  ASSERT_TRUE(reader_of_it.send_request({"GET", "k"}));
  server.go_on();
  EXPECT_THAT(writer.read()->text(), StartsWith("ERR outcome unknown"));
  EXPECT_EQ(reader.read()->text(), "o");
  EXPECT_THAT(reader_of_it.read()->text(), StartsWith("ERR outcome unknown"));
}

// A commit that fails takes back more replies than a client has taken at once: he goes on with what
// he has sent.
TEST(FullDisk, LeavesNobodyStandingWhoseRepliesItTakesBack) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  RawClient(server.socket_path()).ask({"SET", "big", Bytes(300'000, 'x')});
  server.signal(SIGTERM);
  ASSERT_EQ(server.wait(), 0);
  ASSERT_TRUE(server.start({"--disk-free-min", "4000gb"})) << server.output();
  constexpr int kTries = 20;
  for (int i = 0; i < kTries; ++i) {
    RawClient client(server.socket_path());
    Bytes requests;
    resp::encode_request(std::array<BytesView, 3>{"SET", "k", Bytes(20'000, 'v')}, requests);
    for (int j = 0; j < 10; ++j) requests += "GET big\r\n";
    ASSERT_TRUE(client.send(requests + "PING\r\n"));
    EXPECT_TRUE(client.read()->is_error());
    for (int j = 0; j < 10; ++j) ASSERT_TRUE(client.read());
    EXPECT_EQ(resp::to_transcript(*client.read()), "PONG");
  }
}

}  // namespace
}  // namespace keemun
