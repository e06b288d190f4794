// How the server begins and ends: options, directories, signals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "support/keemun_process.h"
#include "support/loopback.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::Not;

Bytes content_of(const Bytes& path) {
  std::ifstream file(path);
  return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

TEST(Lifetime, KeepsWhatItHadWhenItIsStartedAgain) {
  KeemunProcess server;
  ASSERT_TRUE(server.start());
  RawClient(server.socket_path()).ask({"HSET", "h", "f", "v"});
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  ASSERT_TRUE(server.start());
  EXPECT_EQ(RawClient(server.socket_path()).ask({"HGET", "h", "f"}), "\"v\"");
  for (const char* both : {"SAVE NOSAVE", "NOSAVE SAVE", "SAVE ABORT", "ABORT NOW"}) {
    RawClient client(server.socket_path());
    ASSERT_TRUE(client.send("SHUTDOWN " + Bytes(both) + "\r\n"));
    EXPECT_EQ(resp::to_transcript(*client.read()), "(error) ERR syntax error") << both;
  }
  EXPECT_EQ(RawClient(server.socket_path()).ask({"SHUTDOWN", "ABORT"}),
            "(error) ERR No shutdown in progress.");
  EXPECT_FALSE(RawClient(server.socket_path()).send_request({"SHUTDOWN"}) && server.wait() != 0);
}

TEST(Lifetime, KnowsHowManyKeysThereAreAfterItsDeath) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  {
    RawClient client(server.socket_path());
    for (int i = 0; i < 3000; ++i) client.send_request({"SET", "k" + std::to_string(i), "v"});
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(client.read());
    client.ask({"EXPIRE", "k7", "1000"});
    client.ask({"DEL", "k1", "k2"});
    EXPECT_EQ(client.ask({"DBSIZE"}), "(integer) 2998");
  }
  server.signal(SIGKILL);
  server.wait();
  ASSERT_TRUE(server.start()) << server.output();
  RawClient client(server.socket_path());
  EXPECT_THAT(client.ask({"INFO", "keyspace"}), HasSubstr("db0:keys=2998,expires=1,"));
  EXPECT_EQ(client.ask({"DBSIZE"}), "(integer) 2998");
}

// Far more than are counted before the first client is heard.
void write_300000_keys(const KeemunProcess& server) {
  constexpr int kKeysEach = 1000;
  constexpr int kRequests = 300;
  RawClient client(server.socket_path());
  for (int i = 0; i < kRequests; ++i) {
    std::vector<Bytes> request = {"MSET"};
    for (int j = 0; j < kKeysEach; ++j) {
      request.push_back("k" + std::to_string(i * kKeysEach + j));
      request.emplace_back("v");
    }
    ASSERT_EQ(client.ask(request), "OK");
  }
}

TEST(Lifetime, KnowsAtOnceHowManyKeysThereWereWhenItWasStopped) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  write_300000_keys(server);
  for (int restart = 0; restart < 2; ++restart) {
    server.signal(SIGTERM);
    ASSERT_EQ(server.wait(), 0);
    ASSERT_TRUE(server.start()) << server.output();
    RawClient client(server.socket_path());
    EXPECT_THAT(client.ask({"INFO", "keemun"}), HasSubstr("knows_key_counts:1"));
    EXPECT_EQ(client.ask({"DBSIZE"}), "(integer) 300000");
    EXPECT_THAT(client.ask({"INFO", "keemun"}), HasSubstr("deferred_reads:0"));
  }
}

TEST(Lifetime, DoesNotUseUpWhatTheLastOneKnewWhereItCannotListen) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  server.signal(SIGTERM);
  ASSERT_EQ(server.wait(), 0);
  const Bytes known = server.path("store/keemun.keys");
  EXPECT_TRUE(std::filesystem::exists(known));
  EXPECT_FALSE(server.start({"--bind", "203.0.113.1", "--port", "1"}));  // nobody's address
  EXPECT_EQ(server.wait(), 1);
  EXPECT_TRUE(std::filesystem::exists(known));
  ASSERT_TRUE(server.start()) << server.output();
  EXPECT_FALSE(std::filesystem::exists(known));
}

// Else clients of one name would meet this server, or the other one.
TEST(Lifetime, TakesAnAddressThatMayBeMissingUnlessAnotherHasIt) {
  const int port = free_port();
  KeemunProcess other;
  ASSERT_TRUE(other.start({"--bind", "127.0.0.1", "--port", std::to_string(port)}));
  KeemunProcess server;
  EXPECT_FALSE(server.start({"--bind", "127.0.0.2", "-127.0.0.1", "--port", std::to_string(port)}));
  EXPECT_EQ(server.wait(), 1);
  EXPECT_THAT(server.output(), HasSubstr("Address already in use"));
  ASSERT_TRUE(server.start({"--bind", "127.0.0.2", "-203.0.113.1", "--port", std::to_string(port)}))
      << server.output();  // nobody's address
}

// While clients are paused nothing is collected.
TEST(Lifetime, SeeksTheGarbageThatTheLastProcessLeft) {
  for (const int end : {SIGTERM, SIGKILL}) {
    KeemunProcess server;
    ASSERT_TRUE(server.start()) << server.output();
    {
      RawClient client(server.socket_path());
      std::vector<Bytes> request = {"HSET", "h"};
      for (int i = 0; i < 1000; ++i) request.insert(request.end(), {std::to_string(i), "v"});
      EXPECT_EQ(client.ask(request), "(integer) 1000");
      server.stand_still();
      ASSERT_TRUE(client.send("DEL h\r\nCLIENT PAUSE 100000 WRITE\r\n"));
      server.go_on();
      EXPECT_EQ(*client.read(), resp::Reply::integer(1));
      EXPECT_EQ(client.read()->text(), "OK");
    }
    server.signal(end);
    server.wait();
    ASSERT_TRUE(server.start()) << server.output();
    RawClient client(server.socket_path());
    Bytes info;
    for (int tries = 0; tries < 6000 && info.find("gc_erased_rows:1000\r") == Bytes::npos;
         ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      client.send_request({"INFO", "keemun"});
      info = client.read()->text();
    }
    EXPECT_THAT(info, HasSubstr("gc_erased_rows:1000\r")) << end;
  }
}

// Keys are counted beside what clients want.
TEST(Lifetime, LetsWhoAsksForTheCountOfKeysWaitForIt) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  write_300000_keys(server);
  server.signal(SIGKILL);
  server.wait();
  ASSERT_TRUE(server.start()) << server.output();
  RawClient client(server.socket_path());
  ASSERT_TRUE(client.send_request({"DBSIZE"}));
  ASSERT_TRUE(client.send_request({"INFO", "keemun"}));
  {
    RawClient goes_away(server.socket_path());  // and waits too, where it comes in time
    ASSERT_TRUE(goes_away.send_request({"DBSIZE"}));
  }
  RawClient other(server.socket_path());
  EXPECT_EQ(other.ask({"DBSIZE", "1"}),
            "(error) ERR wrong number of arguments for 'dbsize' command");
  EXPECT_EQ(resp::to_transcript(*client.read()), "(integer) 300000");
  EXPECT_THAT(client.read()->text(), testing::ContainsRegex("deferred_reads:[12]\r\n"));
  EXPECT_EQ(client.ask({"DBSIZE"}), "(integer) 300000");
}

TEST(Lifetime, WritesNothingWhereTheDiskIsSaidToBeFull) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  EXPECT_EQ(RawClient(server.socket_path()).ask({"SET", "k", "v"}), "OK");
  server.signal(SIGTERM);
  ASSERT_EQ(server.wait(), 0);
  ASSERT_TRUE(server.start({"--disk-free-min", "1000000gb"})) << server.output();
  RawClient client(server.socket_path());
  EXPECT_THAT(client.ask({"SET", "k", "w"}), HasSubstr("ERR store is full"));
  EXPECT_EQ(client.ask({"GET", "k"}), "\"v\"");
  EXPECT_EQ(client.ask({"DBSIZE"}), "(integer) 1");
}

TEST(Lifetime, EndsInOrderUnderLoad) {
  KeemunProcess server;
  ASSERT_TRUE(server.start());
  RawClient client(server.socket_path());
  Bytes bytes;
  for (int i = 0; i < 20'000; ++i) bytes += "INCR n\r\n";
  ASSERT_TRUE(client.send(bytes));
  ASSERT_EQ(client.read(), resp::Reply::integer(1));
  server.signal(SIGTERM);
  int64_t acknowledged = 1;
  while (const auto reply = client.read()) acknowledged = reply->integer();
  EXPECT_EQ(server.wait(), 0);
  ASSERT_TRUE(server.start());
  ASSERT_TRUE(RawClient(server.socket_path()).send_request({"PING"}));
  RawClient again(server.socket_path());
  again.send_request({"GET", "n"});
  EXPECT_GE(std::stoll(again.read()->text()), acknowledged);
}

TEST(Lifetime, RefusesAnOptionThatItDoesNotKnow) {
  KeemunProcess server;
  EXPECT_FALSE(server.start({"--no-such-option", "1"}));
  EXPECT_NE(server.output().find("command line: '--no-such-option 1': there is no such option"),
            Bytes::npos)
      << server.output();
  EXPECT_EQ(server.wait(), 1);
  EXPECT_FALSE(std::filesystem::exists(server.store_path()));
}

TEST(Lifetime, HidesNoKeysBehindAnotherCountOfDatabases) {
  KeemunProcess server;
  const auto is_refused = [&server](const Bytes& databases, const Bytes& why) {
    ASSERT_FALSE(server.start({"--databases", databases, "--key-layout", "slot"}));
    EXPECT_NE(server.output().find(why), Bytes::npos) << server.output();
    EXPECT_EQ(server.wait(), 1);
  };
  const auto stop = [&server] {
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0) << server.output();
  };
  ASSERT_TRUE(server.start({"--databases", "16", "--key-layout", "slot"})) << server.output();
  {
    RawClient client(server.socket_path());
    EXPECT_EQ(client.ask({"SELECT", "7"}), "OK");
    EXPECT_EQ(client.ask({"SET", "s", "v"}), "OK");
  }
  stop();
  is_refused("1", "database 7 has keys: `databases` must be 8 or more");
  is_refused("7", "database 7 has keys: `databases` must be 8 or more");
  ASSERT_TRUE(server.start({"--databases", "8", "--key-layout", "slot"})) << server.output();
  {
    RawClient client(server.socket_path());
    EXPECT_EQ(client.ask({"SELECT", "7"}), "OK");
    EXPECT_EQ(client.ask({"GETDEL", "s"}), "\"v\"");
  }
  stop();
  ASSERT_TRUE(server.start({"--databases", "4", "--key-layout", "slot"})) << server.output();
  {
    RawClient client(server.socket_path());
    EXPECT_EQ(client.ask({"SET", "s", "v"}), "OK");
    EXPECT_EQ(client.ask({"SWAPDB", "1", "3"}), "OK");
  }
  stop();
  is_refused("2", "databases were swapped: `databases` must be 4 or more");
}

// Of the ardb family what is no number's has a name, where there are several numbers.
TEST(Lifetime, NeedsTwoDatabasesForThoseThatHaveNames) {
  KeemunProcess server;
  const auto start_with = [&server](const char* databases) {
    return server.start({"--encoding", "ardb", "--databases", databases});
  };
  ASSERT_TRUE(start_with("16")) << server.output();
  {
    RawClient client(server.socket_path());
    EXPECT_EQ(client.ask({"SELECT", "3"}), "OK");
    EXPECT_EQ(client.ask({"SET", "s", "v"}), "OK");
  }
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  ASSERT_FALSE(start_with("1"));
  EXPECT_THAT(server.output(), HasSubstr("database 3 has keys: `databases` must be 2 or more"));
  EXPECT_EQ(server.wait(), 1);
  ASSERT_TRUE(start_with("2")) << server.output();
  RawClient client(server.socket_path());
  EXPECT_EQ(client.ask({"SELECT", "k0003"}), "OK");
  EXPECT_EQ(client.ask({"GET", "s"}), "\"v\"");
}

TEST(Lifetime, NeedsNoAddressBesideAUnixSocket) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--bind", "", "--port", "1"})) << server.output();
  EXPECT_EQ(RawClient(server.socket_path()).ask({"PING"}), "PONG");
}

TEST(Lifetime, SaysThatThereAreKeysOfOtherNamespaces) {
  KeemunProcess server;
  const auto serve = [&server](const Bytes& key_namespace) {
    EXPECT_TRUE(server.start({"--namespace", key_namespace, "--databases", "1"}));
    RawClient client(server.socket_path());
    EXPECT_EQ(client.ask({"SET", "k", "v"}), "OK");
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0);
    return server.output();
  };
  const Bytes words = "The store has keys of other namespaces, which are not served: ";
  EXPECT_THAT(serve("one"), Not(HasSubstr(words)));
  EXPECT_THAT(serve("two"), HasSubstr(words + "one"));
  EXPECT_THAT(serve("two"), HasSubstr(words + "one"));
}

TEST(Lifetime, SaysInWhichLineOfItsFileABadOptionStands) {
  KeemunProcess server;
  std::ofstream(server.path("keemun.conf")) << "# comment\n\ntimeout 10\nmaxclients many\n";
  EXPECT_FALSE(server.start({server.path("keemun.conf")}));
  EXPECT_NE(server.output().find("keemun.conf line 4: 'maxclients many': argument couldn't be "
                                 "parsed into an integer"),
            Bytes::npos)
      << server.output();
  EXPECT_EQ(server.wait(), 1);
}

TEST(Lifetime, RewritesItsFileAndKeepsComments) {
  KeemunProcess server;
  const Bytes path = server.path("keemun.conf");
  std::ofstream(path) << "# of my own\ntimeout 10\n";
  ASSERT_TRUE(server.start({path})) << server.output();
  RawClient client(server.socket_path());
  EXPECT_EQ(client.ask({"CONFIG", "SET", "timeout", "77", "maxclients", "500"}), "OK");
  const auto of_the_owner =
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  std::filesystem::permissions(path, of_the_owner);
  EXPECT_EQ(client.ask({"CONFIG", "REWRITE"}), "OK");
  EXPECT_EQ(std::filesystem::status(path).permissions(), of_the_owner);
  const Bytes content = content_of(path);
  EXPECT_TRUE(content.starts_with("# of my own\ntimeout 77\n")) << content;
  EXPECT_NE(content.find("maxclients 500\n"), Bytes::npos) << content;
}

TEST(Lifetime, OpensItsLogAnewWhereThatWasMovedAway) {
  KeemunProcess server;
  const Bytes path = server.path("log");
  std::filesystem::create_symlink("/dev/stdout", path);
  ASSERT_TRUE(server.start({"--logfile", path}));
  std::filesystem::remove(path);
  server.signal(SIGHUP);
  RawClient client(server.socket_path());
  while (!std::filesystem::exists(path)) client.ask({"PING"});
  EXPECT_EQ(client.ask({"CONFIG", "SET", "maxmemory", "100mb"}), "OK");
  const Bytes content = content_of(path);
  EXPECT_NE(content.find("maxmemory is less than"), Bytes::npos) << content;
}

TEST(Lifetime, TakesTheNameOfAnEmptyFileForItsSocket) {
  KeemunProcess server;
  std::ofstream(server.socket_path()).flush();
  ASSERT_TRUE(server.start()) << server.output();
  EXPECT_EQ(RawClient(server.socket_path()).ask({"PING"}), "PONG");
  KeemunProcess other;
  std::ofstream(other.socket_path()) << "work of years";
  EXPECT_FALSE(other.start());
  EXPECT_EQ(content_of(other.socket_path()), "work of years");
}

// It is a bound, which no machine need have.
TEST(Lifetime, TakesMoreForItsCacheThanThereIs) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--local-cache-size", "9223372036854775807"})) << server.output();
  RawClient client(server.socket_path());
  EXPECT_EQ(client.ask({"SET", "k", "v"}), "OK");
  EXPECT_EQ(client.ask({"GET", "k"}), "\"v\"");
}

// Else a start that comes to nothing has written the log of the store out, and begun others.
TEST(Lifetime, TouchesNoStoreWhereItCannotBeReached) {
  const int port = free_port();
  KeemunProcess first;
  ASSERT_TRUE(first.start({"--port", std::to_string(port)})) << first.output();
  const std::vector<std::vector<Bytes>> unreachable = {
      {"--port", std::to_string(port)},
      {"--tls-port", std::to_string(free_port())},
      {"--logfile", first.path("none/log")},
  };
  for (const std::vector<Bytes>& options : unreachable) {
    KeemunProcess server;
    EXPECT_FALSE(server.start(options));
    EXPECT_EQ(server.wait(), 1);
    EXPECT_FALSE(std::filesystem::exists(server.store_path())) << options[0];
  }
}

TEST(Lifetime, LeavesAPidFileAloneThatItCouldNotWrite) {
  KeemunProcess server;
  const Bytes path = server.path("pid");
  std::filesystem::create_symlink("/dev/full", path);
  ASSERT_TRUE(server.start({"--pidfile", path})) << server.output();
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path));
}

TEST(Lifetime, RefusesADirectoryThatIsInUse) {
  KeemunProcess server;
  ASSERT_TRUE(server.start());
  KeemunProcess second;
  const Bytes path = second.path("log");
  EXPECT_FALSE(second.start({"--dir", server.store_path(), "--logfile", path}));
  EXPECT_NE(second.wait(), 0);
  const Bytes reason = " is in use by another process";
  EXPECT_THAT(second.output(), HasSubstr(reason));
  EXPECT_THAT(content_of(path), HasSubstr(reason));
  EXPECT_EQ(RawClient(server.socket_path()).ask({"PING"}), "PONG");
}

TEST(Lifetime, RefusesAnotherLayoutThanItsDataHas) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--key-layout", "slot", "--databases", "1"}));
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  ASSERT_TRUE(server.start({"--key-layout", "plain"})) << server.output();  // it has no data yet
  EXPECT_EQ(RawClient(server.socket_path()).ask({"SET", "k", "v"}), "OK");
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_FALSE(server.start({"--key-layout", "slot"}));
  EXPECT_NE(server.wait(), 0);
}

// What is lost is said to whoever asks for it, and all else is served. But for the table of what
// the store says of itself.
TEST(Lifetime, BeginsWithAnyTableDamaged) {
  namespace fs = std::filesystem;
  KeemunProcess server;
  for (int life = 0; life < 2; ++life) {  // the second one makes tables of the log
    ASSERT_TRUE(server.start()) << server.output();
    RawClient client(server.socket_path());
    client.ask({"SET", "s", "v"});
    client.ask({"HSET", "h", "f", "v"});
    client.ask({"ZADD", "z", "1", "m"});
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0);
  }
  std::vector<fs::path> tables;
  for (const auto& entry : fs::directory_iterator(server.store_path())) {
    if (entry.path().extension() == ".sst") tables.push_back(entry.path().filename());
  }
  EXPECT_GE(tables.size(), 3u);
  int refusals = 0;
  for (const fs::path& table : tables) {
    KeemunProcess other;
    fs::remove_all(other.store_path());
    fs::copy(server.store_path(), other.store_path());
    std::fstream file(fs::path(other.store_path()) / table,
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(3);
    file.put('\xff');
    file.close();
    if (!other.start()) {
      EXPECT_THAT(other.output(), HasSubstr("what the store says of its databases cannot be read"));
      ++refusals;
      continue;
    }
    RawClient client(other.socket_path());
    EXPECT_EQ(client.ask({"PING"}), "PONG");
    const Bytes answer = client.ask({"GET", "s"});
    EXPECT_TRUE(answer == "\"v\"" || answer.find("Corruption") != Bytes::npos) << answer;
  }
  EXPECT_EQ(refusals, 1);
}

TEST(Lifetime, EndsWithWordsInItsLog) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  server.signal(SIGABRT);
  server.wait();
  EXPECT_THAT(server.output(), HasSubstr("# Ended by signal 6, here:\n"));
  EXPECT_THAT(server.output(), HasSubstr("keemun("));  // where in the program that was
}

// Ctrl-C once more ends it, whatever it is in the middle of: here one step of Lua of some seconds.
TEST(Lifetime, EndsAtTheSecondInterruptThoughItHearsNone) {
  KeemunProcess server;
  ASSERT_TRUE(server.start()) << server.output();
  RawClient client(server.socket_path());
  EXPECT_EQ(client.ask({"SET", "k", "v"}), "OK");
  ASSERT_TRUE(client.send_request({"EVAL",
                                   "redis.log(redis.LOG_WARNING, 'the step begins') "
                                   "return string.find(string.rep('a', 40000), '^.-.-b')",
                                   "0"}));
  server.await_output("the step begins");
  while (!server.has_ended()) server.signal(SIGINT);
  EXPECT_EQ(server.wait(), 128 + SIGINT);
  EXPECT_THAT(server.output(), Not(HasSubstr("shutting down")));  // it was the step that ended
  ASSERT_TRUE(server.start()) << server.output();
  EXPECT_EQ(RawClient(server.socket_path()).ask({"GET", "k"}), "\"v\"");
  server.signal(SIGINT);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_THAT(server.output(), HasSubstr("Received SIGINT, shutting down"));
}

// Nobody else can have the store: that the process before was scanning is no reason to wait.
TEST(Lifetime, ScansForGarbageAtOnce) {
  KeemunProcess server;
  for (const int end : {SIGTERM, SIGKILL, SIGKILL}) {
    ASSERT_TRUE(server.start({"--gc-scan-interval", "1"})) << server.output();
    RawClient client(server.socket_path());
    EXPECT_EQ(client.ask({"SET", "k", "v"}), "OK");  // of an empty store nothing is remembered
    constexpr int kTries = 3000;
    for (int tries = 0;
         client.ask({"INFO", "keemun"}).find("gc_scanned_rows:0\\r") != Bytes::npos;) {
      ASSERT_LT(++tries, kTries) << "nobody scans";
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    server.signal(end);
    server.wait();
  }
}

TEST(Lifetime, GoesOnWhenTheClockIsSetBack) {
  KeemunProcess server;
  const Bytes step = server.path("step");
  server.preload(KEEMUN_STEPPING_CLOCK, "KEEMUN_TEST_STEP", step);
  ASSERT_TRUE(server.start()) << server.output();
  RawClient client(server.socket_path());
  client.ask({"PING"});
  std::ofstream(step) << "now";
  EXPECT_THAT(client.ask({"INFO", "keemun"}), HasSubstr("clock_ahead_ms:3"));  // to see that it is
  client.ask({"HSET", "h", "f", "v"});
  client.ask({"DEL", "h"});
  constexpr int kTries = 3000;
  int tries = 0;
  EXPECT_EQ(client.ask({"SET", "lock", "1", "NX", "PX", "100"}), "OK");
  while (client.ask({"SET", "lock", "2", "NX"}) != "OK") {
    ASSERT_LT(++tries, kTries) << "what has a time to live lives on";
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  server.await_output("The system's clock has stepped back");
  tries = 0;
  while (client.ask({"INFO", "keemun"}).find("gc_erased_rows:1") == Bytes::npos) {
    ASSERT_LT(++tries, kTries) << "what DEL left is not taken away";
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST(Lifetime, IsToldOfWithPathsThatAreFoundFromAnywhere) {
  KeemunProcess server;
  const std::filesystem::path here = std::filesystem::canonical(server.path("."));
  std::filesystem::create_directories(here / "volume" / "inner");
  std::filesystem::create_directory_symlink(here / "volume" / "inner", here / "link");
  const auto given = std::filesystem::relative(here) / "link" / ".." / "store";
  for (const char* end : {"", "/", "/."}) {  // where it is made, and where it is there
    ASSERT_TRUE(server.start({"--dir", given.string() + end})) << server.output();
    EXPECT_EQ(RawClient(server.socket_path()).ask({"CONFIG", "GET", "dir"}),
              "1) \"dir\"\n2) \"" + (here / "volume" / "store").string() + "\"");
    EXPECT_TRUE(std::filesystem::exists(here / "volume" / "store" / "CURRENT"));
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0);
  }
}

}  // namespace
}  // namespace keemun
