// Clients that keep what they read hear of its changes, and of nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <vector>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;

class Trackers : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(server_.start({})) << server_.output();
    writer_ = std::make_unique<RawClient>(server_.socket_path());
    reader_ = client_of_resp3();
  }

  std::unique_ptr<RawClient> client_of_resp3() {
    auto client = std::make_unique<RawClient>(server_.socket_path());
    client->ask({"HELLO", "3"});
    return client;
  }
  Bytes track(const std::vector<Bytes>& options) {
    std::vector<Bytes> words = {"CLIENT", "TRACKING", "ON"};
    words.insert(words.end(), options.begin(), options.end());
    return reader_->ask(words);
  }
  Bytes write(const std::vector<Bytes>& words) { return writer_->ask(words); }
  Bytes read(const std::vector<Bytes>& words) { return reader_->ask(words); }
  // What was said to the reader before it asks for an echo.
  std::vector<Bytes> heard() {
    reader_->send_request({"ECHO", "end"});
    std::vector<Bytes> all;
    while (const auto reply = reader_->read()) {
      if (reply->kind() != resp::Reply::Kind::kPush) break;
      const auto& what = reply->items()[1];
      Bytes text = reply->items()[0].text() + ":";
      for (const auto& item : what.items()) text += " " + item.text();
      if (what.is_null()) text += " all";
      if (what.kind() == resp::Reply::Kind::kInteger) text += " " + std::to_string(what.integer());
      all.push_back(text);
    }
    return all;
  }
  using Heard = std::vector<Bytes>;

  KeemunProcess server_;
  std::unique_ptr<RawClient> writer_;
  std::unique_ptr<RawClient> reader_;
};

TEST_F(Trackers, HearOnceOfWhatTheyHaveRead) {
  EXPECT_EQ(track({}), "OK");
  read({"MGET", "a", "b"});
  write({"MSET", "a", "1", "b", "1", "c", "1"});
  EXPECT_EQ(heard(), (Heard{"invalidate: a", "invalidate: b"}));
  write({"SET", "a", "2"});
  EXPECT_EQ(heard(), Heard{});
  read({"HGETALL", "h"});
  write({"HSET", "h", "f", "v"});
  EXPECT_EQ(heard(), Heard{"invalidate: h"});
  EXPECT_EQ(read({"CLIENT", "TRACKING", "OFF"}), "OK");
  read({"GET", "a"});
  write({"DEL", "a"});
  EXPECT_EQ(heard(), Heard{});
}

// Between two modes it has to be off.
TEST_F(Trackers, HearOfWhatTheyHaveReadBeforeTheyWereOffForAMoment) {
  track({});
  read({"MGET", "a", "b"});
  read({"CLIENT", "TRACKING", "OFF"});
  write({"SET", "b", "1"});
  track({"OPTIN"});
  write({"MSET", "a", "1", "b", "2"});
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
}

TEST_F(Trackers, HearOfTheirOwnChangesBehindTheAnswer) {
  track({});
  read({"GET", "a"});
  EXPECT_EQ(read({"INCR", "a"}), "(integer) 1");
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
  track({"NOLOOP"});
  read({"GET", "a"});
  read({"INCR", "a"});
  EXPECT_EQ(heard(), Heard{});
}

// What they publish with them is said at once, the news of what the answer still holds is not.
TEST_F(Trackers, HearOfTheirOwnChangesBehindTheAnswerThoughTheyPublish) {
  track({});
  const std::vector<std::pair<std::vector<Bytes>, Bytes>> kChanges = {
      {{"SET", "a", "2"}, "invalidate: a"}, {{"FLUSHALL"}, "invalidate: all"}};
  for (const auto& [change, told] : kChanges) {
    write({"SET", "a", "1"});
    heard();
    read({"MULTI"});
    read({"GET", "a"});
    read(change);
    read({"PUBLISH", "c", "m"});
    EXPECT_EQ(read({"EXEC"}), "1) \"1\"\n2) OK\n3) (integer) 0");
    EXPECT_EQ(heard(), Heard{told});
  }
  write({"SET", "a", "1"});
  heard();
  EXPECT_EQ(read({"EVAL",
                  "local was = redis.call('get', KEYS[1]) redis.call('set', KEYS[1], 2) "
                  "redis.call('publish', 'c', 'm') return was",
                  "1", "a"}),
            "\"1\"");
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
}

TEST_F(Trackers, HearOfAChangeBeforeItsEvent) {
  write({"CONFIG", "SET", "notify-keyspace-events", "KEA"});
  track({});
  read({"SUBSCRIBE", "__keyspace@0__:k"});
  read({"GET", "k"});
  write({"SET", "k", "1"});
  EXPECT_EQ(heard(), (Heard{"invalidate: k", "message:"}));
}

TEST_F(Trackers, HearOfWhatTransactionsAndScriptsRead) {
  track({});
  read({"MULTI"});
  read({"GET", "a"});
  read({"EVAL", "return redis.call('get', KEYS[1])", "2", "b", "c"});
  read({"EXEC"});
  write({"MSET", "a", "1", "b", "1", "c", "1"});
  EXPECT_EQ(heard(), (Heard{"invalidate: a", "invalidate: b", "invalidate: c"}));
  read({"EVAL", "return redis.call('set', KEYS[1], 1)", "1", "d"});
  write({"SET", "d", "2"});
  EXPECT_EQ(heard(), Heard{});
}

// They know what they have written themselves, not what others write behind it.
TEST_F(Trackers, AreStillToldOfWhatTheirTransactionsHaveReadAndWritten) {
  track({"NOLOOP"});
  read({"MULTI"});
  read({"SET", "a", "1"});
  read({"GET", "a"});
  read({"EXEC"});
  write({"SET", "a", "2"});
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
}

TEST_F(Trackers, HearOfWhatTheirTransactionsWriteBehindTheReading) {
  track({});
  read({"MULTI"});
  read({"GET", "a"});
  read({"SETNX", "a", "1"});
  read({"GET", "b"});
  read({"GETDEL", "b"});  // in vain
  read({"SET", "c", "1"});
  read({"GET", "c"});
  read({"EXEC"});
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
  write({"MSET", "a", "2", "b", "2", "c", "2"});
  EXPECT_EQ(heard(), (Heard{"invalidate: b", "invalidate: c"}));
}

TEST_F(Trackers, HearOfWhatTheirScriptsWriteBehindTheReading) {
  constexpr auto kReads = "redis.call('get', KEYS[1]) redis.call('set', KEYS[1], 1) return 1";
  constexpr auto kWrites = "redis.call('set', KEYS[1], 1) redis.call('get', KEYS[1]) return 1";
  track({});
  read({"EVAL", kReads, "2", "a", "b"});
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
  read({"EVAL", kWrites, "1", "c"});
  EXPECT_EQ(heard(), Heard{});
  write({"MSET", "a", "2", "b", "2", "c", "2"});
  EXPECT_EQ(heard(), (Heard{"invalidate: b", "invalidate: c"}));
  read({"MULTI"});
  read({"EVAL", kReads, "1", "d"});
  read({"EVAL", kWrites, "1", "e"});
  read({"EXEC"});
  EXPECT_EQ(heard(), Heard{"invalidate: d"});
}

TEST_F(Trackers, KeepWhatTheirScriptsWroteToInVain) {
  track({});
  read({"EVAL", "redis.call('get', KEYS[1]) return redis.pcall('incrby', KEYS[1], 'x')", "1", "a"});
  EXPECT_EQ(heard(), Heard{});
  write({"SET", "a", "2"});
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
}

TEST_F(Trackers, HearOfWhatExpiresAndOfAllThatIsCleared) {
  track({});
  do {
    write({"SET", "a", "1", "PX", "10"});
  } while (read({"GET", "a"}) != "\"1\"");
  EXPECT_EQ(heard(), Heard{});
  Heard all;
  while (all.empty()) {
    write({"EXISTS", "a"});
    all = heard();
  }
  EXPECT_EQ(all, Heard{"invalidate: a"});
  for (const Bytes command : {"FLUSHDB", "FLUSHALL"}) {
    write({"SET", "a", "1"});
    read({"WATCH", "a"});
    read({"GET", "a"});
    write({command});
    EXPECT_EQ(heard(), Heard{"invalidate: all"}) << command;
  }
  write({"SWAPDB", "0", "1"});
  EXPECT_EQ(heard(), Heard{"invalidate: all"});
}

TEST_F(Trackers, SayWhichReadsCount) {
  EXPECT_THAT(read({"CLIENT", "CACHING", "YES"}), HasSubstr("OPTIN or OPTOUT mode enabled"));
  track({});
  EXPECT_THAT(read({"CLIENT", "CACHING", "YES"}), HasSubstr("YES is only valid when"));
  EXPECT_THAT(read({"CLIENT", "CACHING", "NO"}), HasSubstr("NO is only valid when"));
  EXPECT_EQ(read({"CLIENT", "CACHING", "both"}), "(error) ERR syntax error");
  track({"OPTIN"});
  read({"GET", "a"});
  EXPECT_EQ(read({"CLIENT", "CACHING", "YES"}), "OK");
  read({"GET", "b"});
  read({"GET", "c"});
  write({"MSET", "a", "1", "b", "1", "c", "1"});
  EXPECT_EQ(heard(), Heard{"invalidate: b"});
  EXPECT_THAT(track({"OPTOUT"}), HasSubstr("You can't switch OPTIN/OPTOUT mode"));
  read({"CLIENT", "TRACKING", "OFF"});
  track({"OPTOUT"});
  read({"CLIENT", "CACHING", "NO"});
  read({"MULTI"});
  read({"GET", "a"});
  read({"GET", "b"});
  read({"EXEC"});
  read({"GET", "c"});
  write({"MSET", "a", "2", "b", "2", "c", "2"});
  EXPECT_EQ(heard(), Heard{"invalidate: c"});
}

TEST_F(Trackers, ListenForPrefixes) {
  EXPECT_EQ(track({"BCAST", "PREFIX", "user:", "PREFIX", "group:", "NOLOOP"}), "OK");
  write({"MSET", "user:2", "1", "user:1", "1", "other", "1", "group:1", "1"});
  EXPECT_EQ(heard(), (Heard{"invalidate: group:1", "invalidate: user:1 user:2"}));
  read({"SET", "user:1", "2"});
  EXPECT_EQ(heard(), Heard{});
  EXPECT_THAT(track({"BCAST", "PREFIX", "user:1"}), HasSubstr("overlaps with an existing prefix"));
  EXPECT_THAT(track({}), HasSubstr("You can't switch BCAST mode on/off"));
  EXPECT_THAT(writer_->ask({"INFO", "stats"}), HasSubstr("tracking_total_prefixes:2"));
  read({"RESET"});
  EXPECT_THAT(writer_->ask({"INFO", "stats"}), HasSubstr("tracking_total_prefixes:0"));
  EXPECT_THAT(writer_->ask({"INFO", "clients"}), HasSubstr("tracking_clients:0"));
}

// As in Redis: what a script changes its client need not know.
TEST_F(Trackers, OfPrefixesHearWhatTheirScriptsChange) {
  track({"BCAST", "NOLOOP"});
  read({"EVAL", "redis.call('SET', 'a', '1')", "0"});
  EXPECT_EQ(heard(), Heard{"invalidate: a"});
  read({"MULTI"});
  read({"SET", "b", "1"});
  read({"EVAL", "redis.call('SET', 'c', '1')", "0"});
  read({"SET", "d", "1"});
  read({"EXEC"});
  EXPECT_EQ(heard(), Heard{"invalidate: c"});
}

// What somebody else takes from a list is no change of who filled it.
TEST_F(Trackers, HearWhatThoseTakeWhomTheyWake) {
  track({"BCAST", "NOLOOP"});
  writer_->send_request({"BLPOP", "list", "0"});
  while (read({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  read({"RPUSH", "list", "a"});
  EXPECT_TRUE(writer_->read().has_value());
  EXPECT_EQ(heard(), Heard{"invalidate: list"});
}

TEST_F(Trackers, HearWhatOthersAddToWhatTheyTakeThemselves) {
  track({"BCAST", "NOLOOP"});
  reader_->send_request({"BLPOP", "list", "0"});
  while (write({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  write({"RPUSH", "list", "a", "b"});
  EXPECT_EQ(resp::to_transcript(*reader_->read()), "1) \"list\"\n2) \"a\"");
  EXPECT_EQ(heard(), Heard{"invalidate: list"});
}

TEST_F(Trackers, HearNothingOfWhatThoseReadWhoWakeThem) {
  track({});
  writer_->ask({"HELLO", "3"});
  writer_->ask({"CLIENT", "TRACKING", "ON"});
  reader_->send_request({"BLMOVE", "from", "to", "LEFT", "LEFT", "0"});
  RawClient other(server_.socket_path());
  while (other.ask({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  write({"MULTI"});
  write({"EXISTS", "to"});
  write({"LPUSHX", "to", "in vain"});
  write({"RPUSH", "from", "a"});
  write({"EXEC"});
  ASSERT_TRUE(reader_->read());
  EXPECT_EQ(heard(), Heard{});
}

TEST_F(Trackers, ForgetEverythingWhereACommitFails) {
  server_.signal(SIGTERM);
  ASSERT_EQ(server_.wait(), 0);
  // The scan would find the disk full before: then nobody's write comes to a commit.
  ASSERT_TRUE(server_.start({"--disk-free-min", "900000gb", "--gc-scan-pages-per-second", "0"}))
      << server_.output();
  writer_ = std::make_unique<RawClient>(server_.socket_path());
  reader_ = client_of_resp3();
  track({});
  read({"GET", "a"});
  EXPECT_THAT(write({"SET", "a", "1"}), HasSubstr("store is full"));
  // Told at the end of a turn: of that in which it was written, of the next that it was not.
  constexpr int kTurns = 1000;
  Heard last;
  for (int i = 0; i < kTurns && last != Heard{"invalidate: all"}; ++i) last = heard();
  EXPECT_EQ(last, Heard{"invalidate: all"});
}

TEST_F(Trackers, MayHaveAnotherConnectionHearIt) {
  auto other = client_of_resp3();
  const auto id = other->ask({"CLIENT", "ID"});
  const Bytes number = id.substr(id.find(' ') + 1);
  EXPECT_EQ(track({"REDIRECT", number}), "OK");
  EXPECT_EQ(read({"CLIENT", "GETREDIR"}), "(integer) " + number);
  read({"GET", "a"});
  write({"SET", "a", "1"});
  EXPECT_EQ(heard(), Heard{});
  EXPECT_EQ(resp::to_transcript(*other->read()), "1) \"invalidate\"\n2) 1) \"a\"");
  other.reset();
  while (write({"CLIENT", "LIST", "ID", number}) != "\"\"") {
  }
  read({"GET", "a"});
  write({"SET", "a", "2"});
  EXPECT_EQ(heard(), Heard{"tracking-redir-broken: " + number});
  EXPECT_THAT(track({"REDIRECT", number}), HasSubstr("does not exist"));
}

TEST_F(Trackers, OfTheSecondProtocolHearAsListeners) {
  RawClient listener(server_.socket_path());
  RawClient tracker(server_.socket_path());
  const auto id = listener.ask({"CLIENT", "ID"});
  listener.ask({"SUBSCRIBE", "__redis__:invalidate"});
  tracker.ask({"CLIENT", "TRACKING", "ON", "REDIRECT", id.substr(id.find(' ') + 1)});
  tracker.ask({"GET", "a"});
  write({"SET", "a", "1"});
  EXPECT_EQ(resp::to_transcript(*listener.read()),
            "1) \"message\"\n2) \"__redis__:invalidate\"\n3) 1) \"a\"");
}

TEST_F(Trackers, AreToldWhatIsForgottenForWantOfRoom) {
  write({"CONFIG", "SET", "tracking-table-max-keys", "2"});
  track({});
  read({"MGET", "a", "b", "c"});
  EXPECT_EQ(heard().size(), 1u);
  EXPECT_THAT(writer_->ask({"INFO", "stats"}), HasSubstr("tracking_total_keys:2"));
}

}  // namespace
}  // namespace keemun
