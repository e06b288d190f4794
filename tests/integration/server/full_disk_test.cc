// A disk that fills up under the server while large groups are on their way to it. It needs a disk
// of its own, so it is built only where one can be mounted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <deque>
#include <random>
#include <thread>

#include "support/keemun_process.h"
#include "support/keemun_program.h"
#include "support/raw_client.h"
#include "support/small_disk.h"

namespace keemun {
namespace {

// Pipelines of many clients at once, each request with a key of its own.
class Writers {
 public:
  explicit Writers(const Bytes& socket_path) {
    for (int i = 0; i < 8; ++i) clients_.emplace_back(socket_path);
  }

  void write_round() {
    constexpr int kRequests = 50;
    const int first = next_;
    for (RawClient& client : clients_) {
      for (int i = 0; i < kRequests; ++i) {
        client.send_request({"SET", std::to_string(next_++), value()});
      }
    }
    int key = first;
    for (RawClient& client : clients_) {
      for (int i = 0; i < kRequests; ++i, ++key) {
        const auto reply = client.read();
        ASSERT_TRUE(reply);
        (reply->is_error() ? refused : taken).push_back(std::to_string(key));
        ASSERT_TRUE(!reply->is_error() || reply->text().starts_with("ERR store is full"));
      }
    }
  }

  std::vector<Bytes> taken;
  std::vector<Bytes> refused;

 private:
  // That no compression makes smaller.
  Bytes value() {
    Bytes bytes(1000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random_());
    return bytes;
  }

  std::deque<RawClient> clients_;
  std::mt19937_64 random_{1};
  int next_ = 0;
};

int times_in(BytesView text, BytesView part) {
  int times = 0;
  for (size_t at = text.find(part); at != Bytes::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

int number_in(BytesView text, BytesView name) {
  const size_t at = text.find(name);
  return at == BytesView::npos ? -1 : std::stoi(Bytes(text.substr(at + name.size(), 20)));
}

void expect_there(RawClient& client, const Writers& writers) {
  for (const Bytes& key : writers.taken) ASSERT_EQ(client.ask({"EXISTS", key}), "(integer) 1");
  for (const Bytes& key : writers.refused) ASSERT_EQ(client.ask({"EXISTS", key}), "(integer) 0");
}

// What makes room goes on; while a compaction has the space that is left for it, in a moment.
Bytes deleted_at_last(RawClient& client, const Bytes& key) {
  Bytes said;
  constexpr int kTries = 6000;
  for (int i = 0; i < kTries; ++i) {
    said = client.ask({"DEL", key});
    if (said.find("ERR store is full") == Bytes::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return said;
}

template <typename Condition>
bool comes_true(const Condition& condition) {
  constexpr int kTries = 6000;
  for (int i = 0; i < kTries; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class FullDisk : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(disk.is_there());
    start();
  }
  // It writes nothing by itself, whose refusal would be counted among those of others.
  void start() {
    ASSERT_TRUE(process.start({"--dir", process.path("disk/store"), "--enable-debug-command",
                               "local", "--gc-scan-pages-per-second", "0"}))
        << process.output();
  }

  KeemunProcess process;
  SmallDisk disk{process.path("disk"), "size=24m"};
};

TEST_F(FullDisk, TurnsTheRepliesOfWholeGroupsIntoErrorsAndLosesNothingElse) {
  Writers writers(process.socket_path());
  // The store makes room meanwhile, so that some are taken again: the last round is one that is
  // refused as a whole.
  bool is_full = false;
  for (int round = 0; round < 1000 && !(is_full && writers.refused.size() >= 2000); ++round) {
    const size_t taken_before = writers.taken.size();
    writers.write_round();
    ASSERT_FALSE(HasFatalFailure());
    is_full = writers.taken.size() == taken_before;
  }
  EXPECT_FALSE(writers.taken.empty());
  ASSERT_TRUE(is_full);
  {
    RawClient client(process.socket_path());
    EXPECT_THAT(client.ask({"INFO", "persistence"}), testing::HasSubstr("last_write_status:err"));
    const auto told = static_cast<int>(writers.refused.size());
    EXPECT_GE(number_in(client.ask({"INFO", "stats"}), "total_error_replies:"), told);
    EXPECT_GE(number_in(client.ask({"INFO", "errorstats"}), "errorstat_ERR:count="), told);
    expect_there(client, writers);
    EXPECT_EQ(deleted_at_last(client, writers.taken.back()), "(integer) 1");
    writers.taken.pop_back();
  }
  process.signal(SIGKILL);
  process.wait();
  EXPECT_LT(times_in(process.output(), "A commit failed"), 10);  // the log may be on that disk
  start();
  RawClient client(process.socket_path());
  expect_there(client, writers);
  EXPECT_EQ(deleted_at_last(client, writers.taken.front()), "(integer) 1");
}

// What stands before a save is committed before it, and told by itself: what comes behind has seen
// nothing of what failed.
TEST_F(FullDisk, FailsNothingBehindASaveForWhatWasBeforeIt) {
  RawClient client(process.socket_path());
  // Small writes fit, and one of 7 MB does not.
  disk.fill(7 << 20);
  const Bytes too_large =
      "EVAL \"redis.call('INCR', 'x') redis.call('SET', 'large', string.rep('v', 7340032))\" 0\r\n";
  EXPECT_EQ(client.ask({"MSET", "x", "1", "y", "1"}), "OK");
  Bytes requests = "INCR y\r\n" + too_large + "BGSAVE\r\nMULTI\r\nINCR x\r\nBGSAVE\r\nEXEC\r\n";
  constexpr int kBehind = 150;
  for (int i = 0; i < kBehind; ++i) {
    requests += "SET k" + std::to_string(i) + " " + Bytes(100, 'v') + "\r\n";
  }
  process.stand_still();
  ASSERT_TRUE(client.send(requests));
  process.go_on();
  EXPECT_THAT(client.read()->text(), testing::StartsWith("ERR store is full, nothing was done"));
  EXPECT_THAT(client.read()->text(), testing::StartsWith("ERR store is full, nothing was done"));
  EXPECT_EQ(client.read()->text(), "Background saving started");
  for (const char* told : {"OK", "QUEUED", "QUEUED"}) EXPECT_EQ(client.read()->text(), told);
  EXPECT_EQ(client.read()->items().at(0), resp::Reply::integer(2));
  for (int i = 0; i < kBehind; ++i) EXPECT_EQ(client.read()->text(), "OK") << i;
  EXPECT_EQ(client.ask({"MGET", "x", "y", "large"}), "1) \"2\"\n2) \"1\"\n3) (nil)");
  EXPECT_EQ(client.ask({"EXISTS", "k0", "k77", "k149"}), "(integer) 3");
}

// Who found nothing, since it was taken in a group that failed, finds it now.
TEST_F(FullDisk, ServesWhoWaitsForWhatWasNotTakenAfterAll) {
  RawClient client(process.socket_path());
  EXPECT_EQ(client.ask({"RPUSH", "q", "x"}), "(integer) 1");
  disk.fill(7 << 20);
  process.stand_still();
  ASSERT_TRUE(
      client.send("LPOP q\r\nEVAL \"redis.call('SET', 'large', string.rep('v', 7340032))\" 0\r\n"
                  "BLPOP q 0\r\n"));
  process.go_on();
  EXPECT_THAT(client.read()->text(), testing::StartsWith("ERR store is full"));
  EXPECT_THAT(client.read()->text(), testing::StartsWith("ERR store is full"));
  EXPECT_EQ(resp::to_transcript(*client.read()), "1) \"q\"\n2) \"x\"");
}

// Whoever reads, or has not even written, beside those who are refused.
TEST_F(FullDisk, FailsNobodyElseOnceItIsKnown) {
  RawClient writer(process.socket_path());
  RawClient reader(process.socket_path());
  EXPECT_EQ(writer.ask({"MSET", "x", "1", "y", "1"}), "OK");
  // They come at once, and are one group: what is no row stays as it is.
  disk.fill(7 << 20);
  process.stand_still();
  ASSERT_TRUE(writer.send("EVAL \"redis.call('SET', 'x', string.rep('v', 7340032))\" 0\r\n"));
  ASSERT_TRUE(reader.send("GET y\r\nSELECT 1\r\nMULTI\r\nGET y\r\nEXEC\r\nPING\r\n"));
  process.go_on();
  EXPECT_THAT(writer.read()->text(), testing::StartsWith("ERR store is full"));
  EXPECT_THAT(reader.read()->text(), testing::StartsWith("ERR store is full"));
  for (const char* reply : {"OK", "OK", "QUEUED"}) EXPECT_EQ(reader.read()->text(), reply);
  EXPECT_THAT(reader.read()->text(), testing::StartsWith("ERR store is full"));
  EXPECT_EQ(reader.read()->text(), "PONG");
  EXPECT_EQ(reader.ask({"GET", "x"}), "(nil)");
  EXPECT_EQ(reader.ask({"SELECT", "0"}), "OK");

  disk.fill(1 << 20);
  constexpr BytesView kFull = "(error) ERR store is full, nothing was done";
  EXPECT_THAT(writer.ask({"SET", "x", "2"}), testing::StartsWith(Bytes(kFull)));
  const auto failures = [&] { return number_in(reader.ask({"INFO", "keemun"}), "failed_turns:"); };
  const int before = failures();
  EXPECT_THAT(writer.ask({"SET", "x", "2"}), testing::StartsWith(Bytes(kFull)));
  EXPECT_THAT(writer.ask({"EVAL", "return redis.call('SET', 'x', '2')", "0"}),
              testing::HasSubstr("ERR store is full"));
  EXPECT_EQ(failures(), before) << process.output();

  // They come at once: what is refused at its commit is alone.
  process.stand_still();
  ASSERT_TRUE(writer.send("EXPIRE x 100\r\n"));
  ASSERT_TRUE(reader.send("GET x\r\n"));
  process.go_on();
  EXPECT_THAT(writer.read()->text(), testing::StartsWith("ERR store is full"));
  EXPECT_EQ(reader.read()->text(), "1");

  disk.give_back();
  EXPECT_EQ(writer.ask({"SET", "x", "2"}), "OK");
  EXPECT_THAT(writer.ask({"INFO", "persistence"}), testing::HasSubstr("last_write_status:ok"));
}

// What was deleted is not collected while there is no space for that either, and is when there is.
TEST_F(FullDisk, LosesNoGarbageThatCannotBeCollected) {
  RawClient client(process.socket_path());
  constexpr int kHashes = 50;
  std::vector<Bytes> fields;
  for (int i = 0; i < 1000; ++i) fields.insert(fields.end(), {std::to_string(i), Bytes(20, 'v')});
  Bytes deletions;
  for (int i = 0; i < kHashes; ++i) {
    const Bytes key = "h" + std::to_string(i);
    std::vector<Bytes> request = {"HSET", key};
    request.insert(request.end(), fields.begin(), fields.end());
    ASSERT_EQ(client.ask(request), "(integer) 1000");
    deletions += "DEL " + key + "\r\n";
  }
  ASSERT_TRUE(client.send(deletions));
  for (int i = 0; i < kHashes; ++i) ASSERT_EQ(*client.read(), resp::Reply::integer(1));
  disk.fill(0);
  const auto told = [&](BytesView name) { return number_in(client.ask({"INFO", "keemun"}), name); };
  const auto has_failed_twice = [&] { return told("failed_turns:") >= 2; };
  ASSERT_TRUE(comes_true([&] { return has_failed_twice() || told("gc_queued_keys:") == 0; }));
  disk.give_back();
  ASSERT_TRUE(comes_true([&] { return told("gc_queued_keys:") == 0; }));
  EXPECT_EQ(told("gc_erased_rows:"), kHashes * 1000);
  process.signal(SIGTERM);
  ASSERT_EQ(process.wait(), 0) << process.output();
  EXPECT_EQ(run_keemun("check " + process.path("disk/store")).said, "0 problems\n");
}

// After a crash a scan is due, which writes down how far it has come: that is more than there is
// space for.
TEST_F(FullDisk, IsLeftToErasuresAndNotToAScan) {
  constexpr int kHashes = 30;  // which a scan has not seen within a second
  std::vector<Bytes> fields;
  for (int i = 0; i < 1000; ++i) fields.insert(fields.end(), {std::to_string(i), "v"});
  std::vector<Bytes> deletion = {"DEL"};
  for (int i = 0; i < kHashes; ++i) {
    deletion.push_back("h" + std::to_string(i));
    std::vector<Bytes> request = {"HSET", deletion.back()};
    request.insert(request.end(), fields.begin(), fields.end());
    ASSERT_EQ(RawClient(process.socket_path()).ask(request), "(integer) 1000");
  }
  process.signal(SIGKILL);
  process.wait();
  ASSERT_TRUE(process.start({"--dir", process.path("disk/store")})) << process.output();
  RawClient client(process.socket_path());
  const auto told = [&](BytesView name) { return number_in(client.ask({"INFO", "keemun"}), name); };
  const auto kept_free = static_cast<size_t>(told("rocksdb_disk_free_min:"));
  disk.fill(kept_free - kept_free / 4);
  ASSERT_TRUE(comes_true([&] { return told("failed_turns:") > 0; }));
  EXPECT_EQ(client.ask(deletion), "(integer) 30");
  EXPECT_TRUE(comes_true([&] { return told("gc_erased_rows:") == kHashes * 1000; }));
}

// Though they are taken away several times, until that is committed.
TEST_F(FullDisk, SaysOnceThatKeysHaveExpired) {
  RawClient client(process.socket_path());
  RawClient listener(process.socket_path());
  client.ask({"CONFIG", "SET", "notify-keyspace-events", "Ex"});
  listener.ask({"SUBSCRIBE", "__keyevent@0__:expired"});
  constexpr int kKeys = 1000;
  Bytes requests;
  for (int i = 0; i < kKeys; ++i) requests += "SET k" + std::to_string(i) + " v PX 500\r\n";
  ASSERT_TRUE(client.send(requests));
  for (int i = 0; i < kKeys; ++i) ASSERT_EQ(client.read()->text(), "OK");
  disk.fill(0);
  const auto told = [&](BytesView name) { return number_in(client.ask({"INFO", "keemun"}), name); };
  ASSERT_TRUE(comes_true([&] { return told("failed_turns:") >= 2; }));
  disk.give_back();
  ASSERT_TRUE(comes_true([&] { return told("gc_swept_keys:") == kKeys; }));
  client.ask({"PUBLISH", "__keyevent@0__:expired", "the end"});
  int expired = 0;
  while (listener.read()->items().back().text() != "the end") ++expired;
  EXPECT_EQ(expired, kKeys);
}

// What is compacted gives no space back while a checkpoint holds it, too.
TEST_F(FullDisk, IsLeftToErasuresAndNotToACheckpoint) {
  RawClient client(process.socket_path());
  Writers writers(process.socket_path());
  while (writers.refused.empty()) writers.write_round();
  EXPECT_THAT(client.ask({"BGSAVE"}), testing::StartsWith("(error) ERR no space: "));
  EXPECT_EQ(deleted_at_last(client, writers.taken.back()), "(integer) 1");
}

}  // namespace
}  // namespace keemun
