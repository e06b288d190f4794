// A script that runs for long: others are told so, and can end it. What it wrote is not kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr BytesView kBusy =
    "(error) BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN "
    "NOSAVE.";
constexpr BytesView kKilled = "(error) ERR Script killed by user with SCRIPT KILL...";

class LongScripts : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(server_.start({"--busy-reply-threshold", "50"})) << server_.output();
  }
  RawClient Connect() { return RawClient(server_.socket_path()); }
  // Until the server says that it is busy.
  static void AwaitBusy(RawClient& client) {
    while (client.ask({"GET", "k"}) != kBusy) std::this_thread::yield();
  }
  static Bytes Read(RawClient& client) { return resp::to_transcript(*client.read()); }

  KeemunProcess server_;
};

TEST_F(LongScripts, AreEndedByOthersAndLeaveNothing) {
  RawClient owner = Connect();
  RawClient other = Connect();
  owner.ask({"SET", "k", "before"});
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "(error) NOTBUSY No scripts in execution right now.");
  ASSERT_TRUE(owner.send_request(
      {"EVAL", "redis.call('set', 'k', 'within') while true do pcall(redis.call, 'get', 'k') end",
       "0"}));
  ASSERT_TRUE(owner.send_request({"GET", "k"}));
  AwaitBusy(other);
  EXPECT_EQ(other.ask({"MULTI"}), "OK");
  EXPECT_EQ(other.ask({"SET", "k", "x"}), kBusy);
  RawClient late = Connect();
  EXPECT_EQ(late.ask({"PING"}), kBusy);
  EXPECT_EQ(late.ask({"SCRIPT", "KILL"}), "OK");
  EXPECT_THAT(Read(owner), StartsWith(kKilled));
  EXPECT_EQ(Read(owner), "\"before\"");
  EXPECT_EQ(other.ask({"EXEC"}),
            "(error) EXECABORT Transaction discarded because of previous errors.");
  EXPECT_EQ(other.ask({"GET", "k"}), "\"before\"");
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "(error) NOTBUSY No scripts in execution right now.");
}

// A few steps take a second each.
TEST_F(LongScripts, AreEndedWhereTheyCatchThatThereIsNoMemory) {
  for (const char* loop :
       {"while true do pcall(string.rep, 'x', 1e10) end",
        "while true do xpcall(function() return ('x'):rep(1e10) end, type) end"}) {
    RawClient owner = Connect();
    RawClient other = Connect();
    ASSERT_TRUE(owner.send_request({"EVAL", loop, "0"}));
    AwaitBusy(other);
    EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "OK");
    EXPECT_THAT(Read(owner), StartsWith(kKilled));
  }
}

// What a command before it in the transaction waited for is forgotten with it.
TEST_F(LongScripts, AreEndedInATransactionThatWaitsForNothing) {
  RawClient owner = Connect();
  RawClient other = Connect();
  owner.ask({"MULTI"});
  owner.ask({"WAIT", "1", "0"});
  owner.ask({"EVAL", "while true do end", "0"});
  ASSERT_TRUE(owner.send_request({"EXEC"}));
  AwaitBusy(other);
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "OK");
  EXPECT_THAT(Read(owner), StartsWith(kKilled));
  EXPECT_EQ(owner.ask({"PING"}), "PONG");
}

// For keys the time stands still; but a script may wait for a time to come.
TEST(Scripts, SeeTheTimeGoOn) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({})) << server.output();
  RawClient client(server.socket_path());
  EXPECT_EQ(client.ask({"EVAL",
                        "local function ms() local t = redis.call('TIME') "
                        "return t[1] * 1000 + t[2] / 1000 end "
                        "local start = ms() redis.call('SET', 'k', 'v', 'PX', 2) "
                        "for calls = 1, 10000000 do if ms() > start + 3 then "
                        "return 'goes on, ' .. redis.call('GET', 'k') end end "
                        "return 'stands still'",
                        "0"}),
            "\"goes on, v\"");
}

TEST(ScriptsThatReadForLong, KeepNothingOfIt) {
  KeemunProcess server;
  server.hold_nothing_freed();
  ASSERT_TRUE(server.start());
  RawClient client(server.socket_path());
  client.ask({"SET", "k", "v"});
  const int64_t before_mb = server.peak_mb();
  const Bytes script =
      "for i = 1, 300000 do redis.call('GET', 'k') redis.pcall('INCR', 'k') end return 1";
  EXPECT_EQ(client.ask({"EVAL", script, "0"}), "(integer) 1");
  EXPECT_LT(server.peak_mb(), before_mb + 60);
}

TEST_F(LongScripts, TakeTheirTransactionWithThem) {
  RawClient owner = Connect();
  RawClient other = Connect();
  owner.ask({"MULTI"});
  owner.ask({"SET", "a", "1"});
  owner.ask({"EVAL", "redis.call('set', 'b', '1') while true do end", "0"});
  ASSERT_TRUE(owner.send_request({"EXEC"}));
  AwaitBusy(other);
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "OK");
  EXPECT_THAT(Read(owner), StartsWith(kKilled));
  EXPECT_EQ(owner.ask({"EXISTS", "a", "b"}), "(integer) 0");
}

TEST_F(LongScripts, WhoseClientHasGoneAreEndedToo) {
  RawClient other = Connect();
  {
    RawClient owner = Connect();
    ASSERT_TRUE(owner.send_request({"EVAL", "while true do end", "0"}));
    AwaitBusy(other);
  }
  EXPECT_EQ(other.ask({"GET", "k"}), kBusy);
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "OK");
  while (other.ask({"GET", "k"}) == kBusy) std::this_thread::yield();
  EXPECT_EQ(other.ask({"CLIENT", "LIST"}).find("cmd=eval"), Bytes::npos);
}

// Else their descriptors would add up, and nobody could come to end the script.
TEST_F(LongScripts, LetWhoLeavesGo) {
  RawClient owner = Connect();
  RawClient other = Connect();
  ASSERT_TRUE(owner.send_request({"EVAL", "while true do end", "0"}));
  AwaitBusy(other);
  RawClient leaving = Connect();
  EXPECT_EQ(leaving.ask({"QUIT"}), "OK");
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries && !leaving.has_news(); ++i) other.ask({"PING"});
  EXPECT_TRUE(leaving.has_news());  // the end of the connection
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "OK");
}

TEST_F(LongScripts, DoNotHoldUpTheEnd) {
  RawClient owner = Connect();
  RawClient other = Connect();
  ASSERT_TRUE(owner.send_request({"EVAL", "redis.call('set', 'k', 'v') while true do end", "0"}));
  AwaitBusy(other);
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  ASSERT_TRUE(server_.start());
  RawClient later = Connect();
  EXPECT_EQ(later.ask({"GET", "k"}), "(nil)");
}

// Not even where nobody is heard beside them, however long they run.
TEST(ScriptsWithoutEnd, DoNotHoldUpTheEnd) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--busy-reply-threshold", "0"})) << server.output();
  RawClient owner(server.socket_path());
  ASSERT_TRUE(owner.send_request({"EVAL", "redis.log(3, 'begun') while true do end", "0"}));
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
}

// Who had written before the script began is answered while it runs.
TEST_F(LongScripts, DoNotHoldUpTheAnswersBeforeThem) {
  RawClient owner = Connect();
  RawClient other = Connect();
  ASSERT_TRUE(owner.send_request({"SET", "a", "1"}));
  ASSERT_TRUE(owner.send_request({"EVAL", "while true do end", "0"}));
  EXPECT_EQ(Read(owner), "OK");
  AwaitBusy(other);
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "OK");
  EXPECT_THAT(Read(owner), StartsWith(kKilled));
  EXPECT_EQ(other.ask({"GET", "a"}), "\"1\"");
}

TEST_F(LongScripts, AreHeldBackByAPauseOfWrites) {
  RawClient owner = Connect();
  RawClient other = Connect();
  EXPECT_EQ(other.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  ASSERT_TRUE(owner.send_request({"EVAL", "return 1", "0"}));
  EXPECT_EQ(other.ask({"EVAL_RO", "return 2", "0"}), "(integer) 2");
  EXPECT_EQ(other.ask({"CLIENT", "UNPAUSE"}), "OK");
  EXPECT_EQ(Read(owner), "(integer) 1");
}

TEST_F(LongScripts, AreKnownUntilTheyAreForgotten) {
  RawClient client = Connect();
  constexpr char kDigest[] = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";
  EXPECT_EQ(client.ask({"SCRIPT", "LOAD", "return 1"}), "\"" + Bytes(kDigest) + "\"");
  EXPECT_EQ(client.ask({"EVALSHA", kDigest, "0"}), "(integer) 1");
  EXPECT_EQ(client.ask({"SCRIPT", "EXISTS", kDigest, "x"}), "1) (integer) 1\n2) (integer) 0");
  EXPECT_EQ(client.ask({"SCRIPT", "FLUSH", "NOW"}),
            "(error) ERR SCRIPT FLUSH only support SYNC|ASYNC option");
  EXPECT_EQ(client.ask({"SCRIPT", "FLUSH", "ASYNC"}), "OK");
  EXPECT_EQ(client.ask({"EVALSHA", kDigest, "0"}),
            "(error) NOSCRIPT No matching script. Please use EVAL.");
  EXPECT_EQ(client.ask({"SCRIPT", "DEBUG", "NO"}), "OK");
  EXPECT_EQ(client.ask({"SCRIPT", "DEBUG", "YES"}), "(error) ERR there is no debugger of scripts");
  EXPECT_THAT(client.ask({"SCRIPT", "HELP"}), HasSubstr("SCRIPT <subcommand>"));
  EXPECT_EQ(client.ask({"EVAL", "return redis.pcall('script', 'flush')", "0"}),
            "(error) ERR This Redis command is not allowed from script");
  client.ask({"MULTI"});
  EXPECT_EQ(client.ask({"SCRIPT", "LOAD", "return 1"}), "QUEUED");
  EXPECT_EQ(client.ask({"EXEC"}), "1) \"" + Bytes(kDigest) + "\"");
}

// More milliseconds than there are nanoseconds.
TEST_F(LongScripts, AreNoneWhereTheThresholdIsTheLargest) {
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"CONFIG", "SET", "busy-reply-threshold", "9223372036854775807"}), "OK");
  EXPECT_EQ(client.ask({"EVAL", "for i = 1, 3000000 do end return 1", "0"}), "(integer) 1");
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  EXPECT_THAT(server_.output(), testing::Not(HasSubstr("A script has run for")));
}

TEST_F(LongScripts, MayPublishAndAreCounted) {
  RawClient listener = Connect();
  RawClient speaker = Connect();
  listener.ask({"SUBSCRIBE", "news"});
  EXPECT_EQ(speaker.ask({"EVAL", "return redis.call('publish', 'news', ARGV[1])", "0", "hello"}),
            "(integer) 1");
  EXPECT_EQ(Read(listener), "1) \"message\"\n2) \"news\"\n3) \"hello\"");
  EXPECT_THAT(speaker.ask({"INFO", "commandstats"}), HasSubstr("cmdstat_publish:calls=1,"));
  EXPECT_THAT(speaker.ask({"INFO", "memory"}), HasSubstr("number_of_cached_scripts:1"));
  speaker.ask({"EVAL", "redis.log(redis.LOG_WARNING, 'heard from a script')", "0"});
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  EXPECT_THAT(server_.output(), HasSubstr("heard from a script"));
}

}  // namespace
}  // namespace keemun
