// Libraries of functions on a server: they outlive it, and what runs for long is told of and ended.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "format/store_records.h"
#include "rocks/rocks_store.h"
#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr BytesView kBusy =
    "(error) BUSY Redis is busy running a script. You can only call FUNCTION KILL or SHUTDOWN "
    "NOSAVE.";

Bytes library(const Bytes& name, const Bytes& body) {
  return "#!lua name=" + name + "\nredis.register_function('" + name + "', function(keys, args) " +
         body + " end)";
}

class ServedFunctions : public testing::Test {
 protected:
  void Start(const std::vector<Bytes>& options = {"--busy-reply-threshold", "50"}) {
    ASSERT_TRUE(server_.start(options)) << server_.output();
  }
  void Kill(int signal) {
    server_.signal(signal);
    server_.wait();
  }
  RawClient Connect() { return RawClient(server_.socket_path()); }
  void Commit(const ports::WriteBatch& batch) {
    rocks::RocksOptions options;
    options.dir = server_.store_path();
    rocks::RocksStore(options).commit(batch);
  }
  static void AwaitBusy(RawClient& client) {
    while (client.ask({"GET", "k"}) != kBusy) std::this_thread::yield();
  }

  KeemunProcess server_;
};

// What changes many rows may be run on a stack of its own, which is too small for Lua.
TEST_F(ServedFunctions, AreRestoredHoweverDeepTheyGo) {
  Start();
  RawClient client = Connect();
  constexpr int kMany = 1'100;
  for (int i = 0; i < kMany; ++i) {
    ASSERT_TRUE(client.send_request({"FUNCTION", "LOAD", library("f" + std::to_string(i), "")}));
  }
  for (int i = 0; i < kMany; ++i) ASSERT_FALSE(client.read()->is_error());
  EXPECT_EQ(client.ask({"FUNCTION", "LOAD",
                        "#!lua name=deep\n"
                        "local depth = 0 local function f() depth = depth + 1 "
                        "if depth < 190 then return (('x'):gsub('x', f)) end return 'y' end f()\n"
                        "redis.register_function('deep', function() return 1 end)"}),
            "\"deep\"");
  ASSERT_TRUE(client.send_request({"FUNCTION", "DUMP"}));
  const Bytes dump = client.read()->text();
  EXPECT_EQ(client.ask({"FUNCTION", "RESTORE", dump, "FLUSH"}), "OK");
  EXPECT_EQ(client.ask({"FCALL", "deep", "0"}), "(integer) 1");
}

TEST_F(ServedFunctions, OutliveTheProcessHoweverItEnds) {
  for (const int signal : {SIGTERM, SIGKILL}) {
    Start();
    EXPECT_EQ(Connect().ask({"FUNCTION", "LOAD", "REPLACE", library("f", "return 'kept'")}),
              "\"f\"");
    Connect().ask({"FLUSHALL"});
    Kill(signal);
    Start();
    EXPECT_EQ(Connect().ask({"FCALL", "f", "0"}), "\"kept\"");
    EXPECT_EQ(Connect().ask({"DEBUG", "RELOAD"}).substr(0, 7), "(error)");  // not allowed
    EXPECT_EQ(Connect().ask({"FUNCTION", "FLUSH"}), "OK");
    Kill(signal);
    Start();
    EXPECT_EQ(Connect().ask({"FCALL", "f", "0"}), "(error) ERR Function not found");
    Kill(SIGTERM);
  }
}

// The number in the library and that in the key are of one transaction.
TEST_F(ServedFunctions, AreWholeAfterEveryKill) {
  constexpr int kRounds = 8;
  constexpr int64_t kRequests = 60;
  int64_t acknowledged = 0;
  for (int round = 0; round < kRounds; ++round) {
    Start();
    {
      RawClient client = Connect();
      for (int64_t i = 1; i <= kRequests; ++i) {
        const Bytes number = std::to_string(acknowledged + i);
        client.send_request({"MULTI"});
        client.send_request({"SET", "number", number});
        client.send_request({"FUNCTION", "LOAD", "REPLACE", library("f", "return " + number)});
        client.send_request({"EXEC"});
      }
      for (int64_t i = 0; i < kRequests * round / kRounds; ++i) {
        for (int j = 0; j < 4; ++j) ASSERT_FALSE(client.read()->is_error());
        ++acknowledged;
      }
      Kill(SIGKILL);
    }
    Start();
    RawClient client = Connect();
    const Bytes number =
        client.ask({"EVAL", "return tonumber(redis.call('get', 'number') or 0)", "0"});
    const Bytes function = client.ask({"FCALL", "f", "0"});
    EXPECT_TRUE(function == number ||
                (number == "(integer) 0" && function == "(error) ERR Function not found"))
        << number << " " << function;
    const int64_t last = std::stoll(number.substr(10));
    EXPECT_GE(last, acknowledged);
    acknowledged = last;
    Kill(SIGTERM);
  }
}

TEST_F(ServedFunctions, AreInBackups) {
  Start();
  RawClient client = Connect();
  client.ask({"FUNCTION", "LOAD", library("f", "return 'kept'")});
  EXPECT_EQ(client.ask({"SAVE"}), "OK");
  Bytes checkpoint;
  for (const auto& entry : std::filesystem::directory_iterator(server_.path(""))) {
    if (entry.path().filename().string().starts_with("store-")) checkpoint = entry.path();
  }
  ASSERT_FALSE(checkpoint.empty());
  KeemunProcess restored;
  ASSERT_TRUE(restored.start({"--dir", checkpoint})) << restored.output();
  EXPECT_EQ(RawClient(restored.socket_path()).ask({"FCALL", "f", "0"}), "\"kept\"");
}

TEST_F(ServedFunctions, ThatCannotBeLoadedAreToldAndKept) {
  Start();
  Connect().ask({"FUNCTION", "LOAD", library("whole", "return 1")});
  Kill(SIGTERM);
  ports::WriteBatch batch;
  batch.writes.push_back({format::function_library_key("broken"),
                          format::encode_function_library("#!lua name=broken\nlocal"), false});
  batch.writes.push_back({format::function_library_key("future"), "\x07", false});
  Commit(batch);
  for (int i = 0; i < 2; ++i) {
    Start();
    EXPECT_THAT(server_.output(),
                HasSubstr("The library of functions 'broken' is in the store and cannot be loaded. "
                          "It stays there, and none of its functions can be called: ERR Error "
                          "compiling function: user_function:2:"));
    EXPECT_THAT(server_.output(), HasSubstr("'future' is in the store and cannot be loaded"));
    EXPECT_EQ(Connect().ask({"FCALL", "whole", "0"}), "(integer) 1");
    EXPECT_THAT(Connect().ask({"FUNCTION", "LIST"}), HasSubstr("\"broken\""));
    Kill(SIGTERM);
  }
}

TEST_F(ServedFunctions, AreEndedByFunctionKillAlone) {
  Start();
  RawClient owner = Connect();
  RawClient other = Connect();
  EXPECT_EQ(other.ask({"FUNCTION", "KILL"}), "(error) NOTBUSY No scripts in execution right now.");
  owner.ask({"SET", "k", "before"});
  owner.ask(
      {"FUNCTION", "LOAD",
       "#!lua name=l\nlocal n = 0\n"
       "redis.register_function('f', function(k) n = n + 1 redis.call('set', k[1], 'within')\n"
       "while true do end end)\nredis.register_function('n', function() return n end)"});
  ASSERT_TRUE(owner.send_request({"FCALL", "F", "1", "k", "x"}));
  AwaitBusy(other);
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), kBusy);
  EXPECT_EQ(other.ask({"FUNCTION", "LIST"}), kBusy);
  const Bytes stats = other.ask({"FUNCTION", "STATS"});
  EXPECT_THAT(stats, HasSubstr("1) \"name\"\n   2) \"f\""));
  EXPECT_THAT(stats, HasSubstr("1) \"FCALL\"\n      2) \"F\"\n      3) \"1\"\n      4) \"k\""));
  EXPECT_THAT(stats, HasSubstr("\"duration_ms\""));
  EXPECT_EQ(other.ask({"FUNCTION", "KILL"}), "OK");
  EXPECT_THAT(resp::to_transcript(*owner.read()), StartsWith("(error) ERR Script killed by user"));
  EXPECT_EQ(other.ask({"GET", "k"}), "\"before\"");
  EXPECT_EQ(owner.ask({"FCALL", "n", "0"}), "(integer) 1");
}

TEST_F(ServedFunctions, DoNotEndScripts) {
  Start();
  RawClient owner = Connect();
  RawClient other = Connect();
  const Bytes busy =
      "(error) BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN "
      "NOSAVE.";
  ASSERT_TRUE(owner.send_request({"EVAL", "while true do end", "0"}));
  while (other.ask({"GET", "k"}) != busy) std::this_thread::yield();
  EXPECT_EQ(other.ask({"FUNCTION", "KILL"}), busy);
  EXPECT_EQ(other.ask({"FUNCTION", "STATS"}), busy);
  EXPECT_EQ(other.ask({"SCRIPT", "KILL"}), "OK");
  while (other.ask({"GET", "k"}) == busy) std::this_thread::yield();
}

TEST_F(ServedFunctions, ThatNeverEndLoadingAreNotLoaded) {
  Start();
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"FUNCTION", "LOAD", "#!lua name=l\nwhile true do end"}),
            "(error) ERR Error registering functions: ERR FUNCTION LOAD timeout");
  EXPECT_EQ(client.ask({"FUNCTION", "LIST"}), "(empty array)");
}

TEST_F(ServedFunctions, AreCountedAndShown) {
  Start({"--slowlog-log-slower-than", "0"});
  RawClient watcher = Connect();
  RawClient client = Connect();
  watcher.ask({"MONITOR"});
  client.ask({"FUNCTION", "LOAD", library("f", "return redis.call('ping')")});
  EXPECT_EQ(client.ask({"FCALL", "f", "0"}), "PONG");
  const Bytes info = client.ask({"INFO", "everything"});
  EXPECT_THAT(info, HasSubstr("number_of_functions:1"));
  EXPECT_THAT(info, HasSubstr("number_of_libraries:1"));
  EXPECT_THAT(info, HasSubstr("cmdstat_fcall:calls=1"));
  EXPECT_THAT(info, HasSubstr("cmdstat_function|load:calls=1"));
  EXPECT_EQ(info.find("used_memory_vm_functions:0"), Bytes::npos);
  EXPECT_THAT(client.ask({"SLOWLOG", "GET"}), HasSubstr("\"FCALL\""));
  EXPECT_THAT(watcher.read()->text(), HasSubstr("\"LOAD\""));
  EXPECT_THAT(watcher.read()->text(), HasSubstr("\"FCALL\" \"f\" \"0\""));
  EXPECT_THAT(watcher.read()->text(), HasSubstr("lua] \"ping\""));
  EXPECT_EQ(client.ask({"FUNCTION", "STATS"}),
            "1) \"running_script\"\n2) (nil)\n3) \"engines\"\n4) 1) \"LUA\"\n   2) 1) "
            "\"libraries_count\"\n      2) (integer) 1\n      3) \"functions_count\"\n      4) "
            "(integer) 1");
  EXPECT_THAT(client.ask({"FUNCTION", "HELP"}), HasSubstr("LOAD [REPLACE] function-code"));
}

TEST_F(ServedFunctions, NeedMemoryUnlessTheySayThatTheyDoNot) {
  Start();
  RawClient client = Connect();
  client.ask({"FUNCTION", "LOAD",
              "#!lua name=l\nlocal function put(k) return redis.call('set', k[1], 'v') end\n"
              "redis.register_function('f', put)\n"
              "redis.register_function{function_name='g', callback=put, flags={'allow-oom'}}"});
  const Bytes payload = library("m", "return 1");
  client.ask({"CONFIG", "SET", "maxmemory", "1"});
  const Bytes refusal = "(error) OOM command not allowed when used memory > 'maxmemory'.";
  EXPECT_EQ(client.ask({"FCALL", "f", "1", "k"}), refusal);
  EXPECT_EQ(client.ask({"FCALL", "g", "1", "k"}), "OK");
  EXPECT_EQ(client.ask({"FUNCTION", "LOAD", payload}), refusal);
  EXPECT_EQ(client.ask({"FUNCTION", "DELETE", "l"}), "OK");
}

}  // namespace
}  // namespace keemun
