// Requests that take long let others come in between; for whoever is answered all is as if one
// request had come after the other.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <string>

#include "clients_fixture.h"

namespace keemun {
namespace {

using testing::HasSubstr;

// A reading is all that fits into a slice, so that a set of many pages takes as many turns.
class LongRequests : public Clients {
 protected:
  static constexpr int kMembers = 20'000;

  LongRequests() { options_ = {"--long-request-threshold", "0", "--io-threads", "1"}; }
  void SetUp() override {
    Clients::SetUp();
    first_ = std::make_unique<RawClient>(server_.socket_path());
    silent_ = std::make_unique<RawClient>(server_.socket_path());
    add_members("SADD", "big");
  }
  RawClient& first() { return *first_; }

  void add_members(const Bytes& command, const Bytes& key) {
    std::vector<Bytes> words = {command, key};
    for (int i = 0; i < kMembers; ++i) words.push_back("member:" + std::to_string(i));
    ASSERT_EQ(first().ask(words), "(integer) " + std::to_string(kMembers));
  }
  // They come at once, and in this order: the server has looked away from all whom it knew before
  // it was stopped, but for the one that says nothing.
  using Requests = std::vector<std::vector<Bytes>>;
  void say_at_once(const std::vector<std::pair<RawClient*, Requests>>& all) {
    for (const auto& [client, requests] : all) EXPECT_EQ(client->ask({"PING"}), "PONG");
    EXPECT_EQ(silent_->ask({"PING"}), "PONG");
    server_.stand_still();
    for (const auto& [client, requests] : all) {
      for (const auto& request : requests) client->send_request(request);
    }
    server_.go_on();
  }
  static int64_t number_in(BytesView info, BytesView before) {
    const size_t place = info.find(before);
    return place == BytesView::npos ? -1 : std::stoll(Bytes(info.substr(place + before.size(), 9)));
  }
  static int64_t resting(RawClient& client) {
    return number_in(client.read()->text(), "resting_requests:");
  }
  static size_t item_count(RawClient& client) {
    const auto reply = client.read();
    return reply ? reply->items().size() : 0;
  }

 private:
  std::unique_ptr<RawClient> first_;
  std::unique_ptr<RawClient> silent_;
};

const std::vector<Bytes> kInfo = {"INFO", "keemun"};
const Bytes kAll = std::to_string(20'000);

TEST_F(LongRequests, LetOthersBeServed) {
  RawClient reader = Connect();
  RawClient other = Connect();
  say_at_once({{&reader, {{"SMEMBERS", "big"}, {"PING"}}},
               {&other, {{"SET", "k", "1"}, {"GET", "k"}, {"SCARD", "big"}, kInfo}}});
  EXPECT_EQ(Told(other), "OK");
  EXPECT_EQ(Told(other), "\"1\"");
  EXPECT_EQ(Told(other), "(integer) " + kAll);
  EXPECT_EQ(resting(other), 1);
  EXPECT_EQ(item_count(reader), 20'000u);
  EXPECT_EQ(Told(reader), "PONG");
  other.send_request(kInfo);
  EXPECT_EQ(resting(other), 0);
}

TEST_F(LongRequests, AreNotMetByChangesOfWhatTheyRead) {
  RawClient reader = Connect();
  RawClient writer = Connect();
  say_at_once({{&reader, {{"SMEMBERS", "big"}}},
               {&writer, {kInfo, {"SADD", "big", "new"}, kInfo, {"SCARD", "big"}}}});
  EXPECT_EQ(resting(writer), 1);
  EXPECT_EQ(Told(writer), "(integer) 1");
  EXPECT_EQ(resting(writer), 0);
  EXPECT_EQ(Told(writer), "(integer) 20001");
  EXPECT_EQ(item_count(reader), 20'000u);
}

TEST_F(LongRequests, AreSeenAsAWholeOrNotAtAll) {
  RawClient writer = Connect();
  RawClient reader = Connect();
  RawClient other = Connect();
  say_at_once({{&writer, {{"SUNIONSTORE", "copy", "big", "k"}}},
               {&reader, {kInfo, {"SCARD", "copy"}}},
               {&other, {{"SCARD", "big"}, kInfo}}});
  EXPECT_EQ(resting(reader), 1);
  EXPECT_EQ(Told(reader), "(integer) " + kAll);
  EXPECT_EQ(Told(other), "(integer) " + kAll);
  EXPECT_GE(resting(other), 1);
  EXPECT_EQ(Told(writer), "(integer) " + kAll);
}

TEST_F(LongRequests, AreWaitedForByScriptsTransactionsAndWhoeverNeedsAllKeys) {
  RawClient writer = Connect();
  std::vector<std::unique_ptr<RawClient>> others;
  for (int i = 0; i < 3; ++i) others.push_back(std::make_unique<RawClient>(server_.socket_path()));
  say_at_once({{&writer, {{"SUNIONSTORE", "copy", "big", "k"}}},
               {others[0].get(), {{"EVAL", "return redis.call('SCARD', 'copy')", "0"}}},
               {others[1].get(), {{"MULTI"}, {"SADD", "copy", "x"}, {"SCARD", "copy"}, {"EXEC"}}},
               {others[2].get(), {kInfo, {"FLUSHALL"}, {"EXISTS", "copy", "big"}}}});
  EXPECT_EQ(resting(*others[2]), 1);
  EXPECT_EQ(Told(*others[0]), "(integer) " + kAll);
  EXPECT_EQ(Told(*others[1]), "OK");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Told(*others[1]), "QUEUED");
  EXPECT_EQ(Told(*others[1]), "1) (integer) 1\n2) (integer) 20001");
  EXPECT_EQ(Told(*others[2]), "OK");
  EXPECT_EQ(Told(*others[2]), "(integer) 0");
  EXPECT_EQ(Told(writer), "(integer) " + kAll);
}

TEST_F(LongRequests, AreNotWaitedForByWhoIsRefused) {
  RawClient reader = Connect();
  RawClient stranger = Connect();
  ASSERT_EQ(first().ask({"ACL", "SETUSER", "default", "-flushall"}), "OK");
  say_at_once({{&reader, {{"SMEMBERS", "big"}}}, {&stranger, {{"FLUSHALL"}, kInfo}}});
  EXPECT_THAT(Told(stranger), HasSubstr("NOPERM"));
  EXPECT_EQ(resting(stranger), 1);
  EXPECT_EQ(item_count(reader), 20'000u);
}

// One that comes later and would rest at the same key lets who waits for it go first.
TEST_F(LongRequests, DoNotFollowEachOtherWhileSomebodyWaits) {
  std::vector<std::unique_ptr<RawClient>> readers;
  for (int i = 0; i < 3; ++i) readers.push_back(std::make_unique<RawClient>(server_.socket_path()));
  RawClient writer = Connect();
  say_at_once({{readers[0].get(), {{"SMEMBERS", "big"}}},
               {&writer, {{"SADD", "big", "new"}}},
               {readers[1].get(), {kInfo, {"SMEMBERS", "big"}}},
               {readers[2].get(), {{"SMEMBERS", "big"}}}});
  EXPECT_EQ(resting(*readers[1]), 1);
  EXPECT_EQ(item_count(*readers[0]), 20'000u);
  EXPECT_EQ(Told(writer), "(integer) 1");
  EXPECT_EQ(item_count(*readers[1]), 20'001u);
  EXPECT_EQ(item_count(*readers[2]), 20'001u);
}

TEST_F(LongRequests, HaveNotHappenedWhereTheirClientIsKilled) {
  RawClient writer = Connect();
  const Bytes id(writer.ask({"CLIENT", "ID"}).substr(Bytes("(integer) ").size()));
  RawClient other = Connect();
  say_at_once(
      {{&writer, {{"SUNIONSTORE", "copy", "big", "k"}}},
       {&other,
        {kInfo, {"CLIENT", "KILL", "ID", id}, {"EXISTS", "copy"}, {"SADD", "copy", "x"}, kInfo}}});
  EXPECT_EQ(resting(other), 1);
  for (const char* reply : {"(integer) 1", "(integer) 0", "(integer) 1"}) {
    EXPECT_EQ(Told(other), reply);
  }
  EXPECT_EQ(resting(other), 0);
  EXPECT_FALSE(writer.read());
}

// Who has gone is not waited for, and what he has asked for is done.
TEST_F(LongRequests, AreDoneForWhoeverHasLeft) {
  {
    RawClient writer = Connect();
    ASSERT_TRUE(writer.send_request({"SUNIONSTORE", "copy", "big", "k"}));
  }
  while (first().ask({"EXISTS", "copy"}) != "(integer) 1") {
  }
  EXPECT_EQ(first().ask({"SCARD", "copy"}), "(integer) " + kAll);
}

TEST_F(LongRequests, KeepNobodyWaitingForKeysForEver) {
  add_members("RPUSH", "long");
  RawClient waiting = Connect();
  waiting.send_request({"BLMOVE", "source", "long", "LEFT", "LEFT", "0"});
  while (number_in(first().ask({"INFO", "clients"}), "blocked_clients:") != 1) {
  }
  RawClient reader = Connect();
  RawClient writer = Connect();
  say_at_once({{&reader, {{"LRANGE", "long", "0", "-1"}}},
               {&writer, {kInfo, {"RPUSH", "source", "x"}, {"LLEN", "long"}}}});
  EXPECT_EQ(resting(writer), 1);
  EXPECT_EQ(Told(writer), "(integer) 1");
  EXPECT_EQ(Told(writer), "(integer) " + kAll);
  EXPECT_EQ(item_count(reader), 20'000u);
  EXPECT_EQ(Told(waiting), "\"x\"");
  EXPECT_EQ(writer.ask({"LINDEX", "long", "0"}), "\"x\"");
  EXPECT_EQ(writer.ask({"EXISTS", "source"}), "(integer) 0");
}

// Who keeps what he has read hears of a change that comes right behind his reading: when there have
// been as many turns as there are pages, and not yet as many as pages and pieces of the answer.
TEST_F(LongRequests, AreTrackedBeforeAnythingChanges) {
  RawClient reader = Connect();
  RawClient writer = Connect();
  reader.ask({"HELLO", "3"});
  EXPECT_EQ(reader.ask({"CLIENT", "TRACKING", "ON"}), "OK");
  constexpr int kTurns = kMembers / 256 * 3 / 2;
  Requests requests(kTurns, {"GET", "none"});
  requests.push_back({"SADD", "big", "new"});
  say_at_once({{&reader, {{"SMEMBERS", "big"}}}, {&writer, requests}});
  for (int turn = 0; turn < kTurns; ++turn) EXPECT_EQ(Told(writer), "(nil)");
  EXPECT_EQ(Told(writer), "(integer) 1");
  EXPECT_EQ(item_count(reader), 20'000u);
  EXPECT_EQ(reader.ask({"PING"}), "1) \"invalidate\"\n2) 1) \"big\"");
}

TEST_F(LongRequests, StandStillWhileClientsArePausedIfTheyWrite) {
  RawClient writer = Connect();
  RawClient reader = Connect();
  RawClient other = Connect();
  say_at_once({{&writer, {{"SUNIONSTORE", "copy", "big", "k"}}},
               {&other, {kInfo, {"CLIENT", "PAUSE", "600000", "WRITE"}}}});
  EXPECT_EQ(resting(other), 1);
  EXPECT_EQ(Told(other), "OK");
  for (int turn = 0; turn < 500; ++turn) {
    other.send_request(kInfo);
    ASSERT_EQ(resting(other), 1);
  }
  reader.send_request({"SMEMBERS", "big"});
  EXPECT_EQ(item_count(reader), 20'000u);
  EXPECT_EQ(other.ask({"CLIENT", "UNPAUSE"}), "OK");
  EXPECT_EQ(Told(writer), "(integer) " + kAll);
}

// There is to be a break after a second, and there is none while one is paused.
TEST_F(LongRequests, DoNotHoldUpReadsWhileTheyArePaused) {
  const std::vector<Bytes> pause = {"CLIENT", "PAUSE", "600000", "WRITE"};
  RawClient writer = Connect();
  RawClient reader = Connect();
  RawClient early = Connect();
  RawClient other = Connect();
  say_at_once({{&writer, {{"SUNIONSTORE", "copy", "big", "k"}}}, {&other, {kInfo, pause}}});
  EXPECT_EQ(resting(other), 1);
  EXPECT_EQ(Told(other), "OK");
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1200);
  while (std::chrono::steady_clock::now() < end) EXPECT_EQ(other.ask({"PING"}), "PONG");
  reader.send_request({"SMEMBERS", "big"});
  EXPECT_EQ(item_count(reader), 20'000u);

  // One that came before the pause, and waits for the break.
  say_at_once(
      {{&other, {{"CLIENT", "UNPAUSE"}}}, {&early, {{"SMEMBERS", "big"}}}, {&reader, {pause}}});
  EXPECT_EQ(Told(other), "OK");
  EXPECT_EQ(Told(reader), "OK");
  EXPECT_EQ(item_count(early), 20'000u);
  EXPECT_EQ(other.ask({"CLIENT", "UNPAUSE"}), "OK");
  EXPECT_EQ(Told(writer), "(integer) " + kAll);
}

// A key goes when its time comes, however many of them follow each other.
TEST_F(LongRequests, LeaveRoomForTheUpkeep) {
  Bytes requests;
  for (int i = 0; i < 3000; ++i) requests += "SINTERCARD 2 big big\r\n";
  EXPECT_EQ(first().ask({"SET", "k", "v", "PX", "1"}), "OK");
  std::vector<std::unique_ptr<RawClient>> readers;
  for (int i = 0; i < 3; ++i) {
    readers.push_back(std::make_unique<RawClient>(server_.socket_path()));
    ASSERT_TRUE(readers.back()->send(requests));
  }
  EXPECT_TRUE(readers.back()->read());
  int64_t expired = 0;
  int64_t resting = 1;
  while (expired == 0 && resting > 0) {
    expired = number_in(first().ask({"INFO", "stats"}), "expired_keys:");
    resting = number_in(first().ask(kInfo), "resting_requests:");
  }
  EXPECT_EQ(expired, 1);
}

TEST_F(LongRequests, AreNotTakenForHeldBack) {
  RawClient reader = Connect();
  RawClient other = Connect();
  say_at_once({{&reader, {{"SMEMBERS", "big"}}}, {&other, {kInfo, {"INFO", "clients"}}}});
  EXPECT_EQ(resting(other), 1);
  EXPECT_EQ(number_in(other.read()->text(), "held_back_clients:"), 0);
}

TEST_F(LongRequests, AreNoMoreThanAFewAtOnce) {
  constexpr int kReaders = 60;
  std::vector<std::unique_ptr<RawClient>> readers;
  std::vector<std::pair<RawClient*, Requests>> all;
  for (int i = 0; i < kReaders; ++i) {
    readers.push_back(std::make_unique<RawClient>(server_.socket_path()));
    all.push_back({readers.back().get(), {{"SMEMBERS", "big"}}});
  }
  RawClient other = Connect();
  all.push_back({&other, {kInfo}});
  say_at_once(all);
  EXPECT_EQ(resting(other), 16);
  for (const auto& reader : readers) EXPECT_EQ(item_count(*reader), 20'000u);
}

TEST_F(LongRequests, EndBeforeTheServer) {
  RawClient writer = Connect();
  say_at_once({{&writer, {{"SUNIONSTORE", "copy", "big", "k"}}}, {&first(), {kInfo}}});
  EXPECT_EQ(resting(first()), 1);
  server_.signal(SIGTERM);
  EXPECT_EQ(Told(writer), "(integer) " + kAll);
  EXPECT_EQ(server_.wait(), 0);
  ASSERT_TRUE(server_.start());
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"SCARD", "copy"}), "(integer) " + kAll);
}

TEST_F(LongRequests, AreAnsweredWholeInBothProtocols) {
  std::vector<Bytes> words = {"HSET", "h"};
  for (int i = 0; i < 3000; ++i) {
    for (const char* part : {"f", "v"}) words.push_back(part + std::to_string(i));
  }
  EXPECT_EQ(first().ask(words), "(integer) 3000");
  RawClient client = Connect();
  const Bytes flat = client.ask({"HGETALL", "h"});
  EXPECT_THAT(flat, HasSubstr("\"v2999\""));
  EXPECT_THAT(client.ask({"HELLO", "3"}), HasSubstr("7.0.15"));
  client.send_request({"HGETALL", "h"});
  const auto map = client.read();
  ASSERT_EQ(map->kind(), resp::Reply::Kind::kMap);
  EXPECT_EQ(resp::to_transcript(map->resp2_form()), flat);
}

TEST_F(LongRequests, ThereAreNoneWhereNobodyWantsThem) {
  EXPECT_EQ(first().ask({"CONFIG", "SET", "long-request-threshold", "-1"}), "OK");
  const int64_t before = number_in(first().ask(kInfo), "long_requests:");
  RawClient reader = Connect();
  say_at_once({{&reader, {{"SMEMBERS", "big"}}}, {&first(), {kInfo}}});
  const Bytes info(first().read()->text());
  EXPECT_EQ(number_in(info, "long_requests:"), before);
  EXPECT_EQ(number_in(info, "resting_requests:"), 0);
  EXPECT_EQ(item_count(reader), 20'000u);
}

class LongRequestsOnAFailingDisk : public LongRequests {
 protected:
  // The server writes nothing by itself, which would be what fails.
  LongRequestsOnAFailingDisk() {
    options_.insert(options_.end(), {"--gc-scan-pages-per-second", "0"});
  }
  void SetUp() override {
    server_.preload(KEEMUN_FAILING_DISK, "KEEMUN_TEST_FAILURE", server_.path("failure"));
    LongRequests::SetUp();
  }
};

// They may have read what has not been committed in the end.
TEST_F(LongRequestsOnAFailingDisk, BeginAnewWhereACommitFails) {
  RawClient reader = Connect();
  RawClient writer = Connect();
  std::ofstream(server_.path("failure")) << "write";
  const int64_t before = number_in(first().ask(kInfo), "long_requests:");
  say_at_once(
      {{&reader, {{"SMEMBERS", "big"}}}, {&writer, {{"MULTI"}, {"SET", "k", "v"}, {"EXEC"}}}});
  EXPECT_EQ(Told(writer), "OK");
  EXPECT_EQ(Told(writer), "QUEUED");
  EXPECT_THAT(Told(writer), testing::StartsWith("(error) ERR outcome unknown"));
  EXPECT_EQ(item_count(reader), 20'000u);
  EXPECT_EQ(number_in(first().ask(kInfo), "long_requests:"), before + 2);
}

TEST_F(LongRequestsOnAFailingDisk, GoOnWhereOneHadFailedBefore) {
  RawClient reader = Connect();
  std::ofstream(server_.path("failure")) << "write";
  EXPECT_THAT(first().ask({"SET", "k", "v"}), testing::StartsWith("(error) ERR outcome unknown"));
  const int64_t before = number_in(first().ask(kInfo), "long_requests:");
  // Once without resting, since what has to be read from the disk is begun anew, too.
  for (const char* threshold : {"-1", "0"}) {
    EXPECT_EQ(first().ask({"CONFIG", "SET", "long-request-threshold", threshold}), "OK");
    reader.send_request({"SMEMBERS", "big"});
    EXPECT_EQ(item_count(reader), 20'000u);
  }
  EXPECT_EQ(number_in(first().ask(kInfo), "long_requests:"), before + 1);
}

// The number of failures that INFO shows is none that anything hangs on.
TEST_F(LongRequestsOnAFailingDisk, GoOnWhereStatisticsAreReset) {
  RawClient reader = Connect();
  RawClient other = Connect();
  std::ofstream(server_.path("failure")) << "write";
  EXPECT_THAT(first().ask({"SET", "k", "v"}), testing::StartsWith("(error) ERR outcome unknown"));
  EXPECT_EQ(first().ask({"CONFIG", "SET", "long-request-threshold", "-1"}), "OK");
  reader.send_request({"SMEMBERS", "big"});  // what it reads is in memory from now on
  EXPECT_EQ(item_count(reader), 20'000u);
  EXPECT_EQ(first().ask({"CONFIG", "SET", "long-request-threshold", "0"}), "OK");
  say_at_once({{&reader, {{"SMEMBERS", "big"}}}, {&other, {kInfo, {"CONFIG", "RESETSTAT"}}}});
  EXPECT_EQ(resting(other), 1);
  EXPECT_EQ(Told(other), "OK");
  EXPECT_EQ(item_count(reader), 20'000u);
  EXPECT_EQ(number_in(first().ask(kInfo), "long_requests:"), 0);
}

class LongRequestsOfThreads : public LongRequests {
 protected:
  LongRequestsOfThreads() { options_ = {"--long-request-threshold", "0", "--io-threads", "4"}; }
};

TEST_F(LongRequestsOfThreads, AreLeftToTheOneThread) {
  std::vector<std::unique_ptr<RawClient>> readers;
  std::vector<std::pair<RawClient*, Requests>> all;
  for (int i = 0; i < 40; ++i) {
    readers.push_back(std::make_unique<RawClient>(server_.socket_path()));
    all.push_back({readers.back().get(), {{"SRANDMEMBER", "big", "30000"}, {"SMEMBERS", "big"}}});
  }
  for (int round = 0; round < 3; ++round) {
    say_at_once(all);
    for (const auto& reader : readers) {
      for (int i = 0; i < 2; ++i) EXPECT_EQ(item_count(*reader), 20'000u);
    }
  }
}

}  // namespace
}  // namespace keemun
