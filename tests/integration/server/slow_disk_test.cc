// A request that has to wait for the disk holds up its own client and nobody else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <chrono>
#include <thread>

#include "gated_server.h"
#include "resp/encoder.h"

namespace keemun {
namespace {

using testing::HasSubstr;

class SlowDisk : public GatedServer {
 protected:
  static constexpr int kFields = 2000;

  // Keys on disk, one larger than the cache of blocks, of which the server has read nothing since
  // its start; and a disk that does not answer.
  void SetUp() override {
    ASSERT_TRUE(server_.start()) << server_.output();
    {
      RawClient client(server_.socket_path());
      for (int i = 0; i < kFields; ++i) {
        client.send_request({"HSET", "h", "f" + std::to_string(i), Bytes(100, 'v')});
        client.send_request({"SADD", "t", "m" + std::to_string(i)});
        client.send_request({"HSET", "large", "f" + std::to_string(i), Bytes(2000, 'v')});
        client.send_request({"SET", "k" + std::to_string(i), Bytes(100, 'v')});
        client.send_request({"RPUSH", "l", std::to_string(i) + Bytes(100, 'v')});
      }
      for (int i = 0; i < 5 * kFields; ++i) ASSERT_TRUE(client.read());
    }
    server_.signal(SIGTERM);
    ASSERT_EQ(server_.wait(), 0);
    options_.insert(options_.end(),
                    {"--local-cache-size", "0", "--block-cache-size", block_cache_});
    open_gate_of_no_memory();
    ASSERT_NO_FATAL_FAILURE(start(options_));
    shut_gate();
  }
  void TearDown() override { open_gate(); }

  void await_deferred(RawClient& other, int count) {
    await(other, {"INFO", "keemun"}, "deferred_reads:" + std::to_string(count) + "\r\n");
  }
  static int deferred(RawClient& other) {
    other.send_request({"INFO", "keemun"});
    const Bytes info = other.read()->text();
    constexpr BytesView kName = "deferred_reads:";
    return std::stoi(info.substr(info.find(kName) + kName.size()));
  }
  // A request and so many of the keys, and what stands behind each of them.
  static std::vector<Bytes> of_keys(std::vector<Bytes> words, int count,
                                    const std::vector<Bytes>& behind = {}) {
    for (int i = 0; i < count; ++i) {
      words.push_back("k" + std::to_string(i * 7 % kFields));
      words.insert(words.end(), behind.begin(), behind.end());
    }
    return words;
  }

  std::vector<Bytes> options_;
  Bytes block_cache_ = "1mb";
};

TEST_F(SlowDisk, HoldsUpOnlyWhoNeedsIt) {
  RawClient reader(server_.socket_path());
  RawClient writer(server_.socket_path());
  RawClient other(server_.socket_path());
  reader.send_request({"HGET", "h", "f7"});
  reader.send_request({"PING"});
  writer.send_request({"HSET", "h", "f7", "new"});
  writer.send_request({"HGET", "h", "f7"});
  await_deferred(other, 2);
  EXPECT_EQ(other.ask({"PING"}), "PONG");
  EXPECT_THAT(other.ask({"CLIENT", "LIST"}), HasSubstr("cmd=hset"));
  EXPECT_THAT(other.ask({"INFO", "clients"}), HasSubstr("blocked_clients:0"));
  open_gate();
  EXPECT_EQ(resp::to_transcript(*reader.read()).substr(0, 1), "\"");
  EXPECT_EQ(resp::to_transcript(*reader.read()), "PONG");
  EXPECT_EQ(resp::to_transcript(*writer.read()), "(integer) 0");
  EXPECT_EQ(resp::to_transcript(*writer.read()), "\"new\"");
}

TEST_F(SlowDisk, IsAskedForWholeCollections) {
  RawClient hashes(server_.socket_path());
  RawClient sets(server_.socket_path());
  RawClient other(server_.socket_path());
  hashes.send_request({"HGETALL", "h"});
  sets.send_request({"SINTERSTORE", "both", "t", "t"});
  sets.send_request({"SCARD", "both"});
  await_deferred(other, 2);
  open_gate();
  EXPECT_EQ(hashes.read()->items().size(), 2u * kFields);
  EXPECT_EQ(resp::to_transcript(*sets.read()), "(integer) " + std::to_string(kFields));
  EXPECT_EQ(resp::to_transcript(*sets.read()), "(integer) " + std::to_string(kFields));
}

// What has been read is in memory as long as the server runs: so reads can be counted.
class SlowDiskOfFewReads : public SlowDisk {
 protected:
  SlowDiskOfFewReads() { block_cache_ = "64mb"; }
};

// One page, then four, then sixteen.
TEST_F(SlowDiskOfFewReads, IsAskedForMoreOfAListEachTime) {
  RawClient client(server_.socket_path());
  open_gate_of_no_memory();
  client.send_request({"LLEN", "l"});
  ASSERT_TRUE(client.read());
  const int before = deferred(client);
  client.send_request({"LPOS", "l", "none"});
  EXPECT_TRUE(client.read()->is_null());
  EXPECT_EQ(deferred(client), before + 3);
}

TEST_F(SlowDiskOfFewReads, IsAskedOnceForAllKeysOfARequest) {
  RawClient client(server_.socket_path());
  RawClient other(server_.socket_path());
  client.send_request(of_keys({"MGET"}, 500));
  await_deferred(other, 1);
  EXPECT_EQ(other.ask({"PING"}), "PONG");
  open_gate_of_no_memory();
  EXPECT_EQ(client.read()->items().size(), 500u);
  EXPECT_EQ(deferred(other), 1);
}

TEST_F(SlowDiskOfFewReads, IsAskedOnceForAllKeysOfAWrite) {
  RawClient client(server_.socket_path());
  RawClient other(server_.socket_path());
  client.send_request(of_keys({"MSET"}, 500, {"new"}));
  await_deferred(other, 1);
  open_gate_of_no_memory();
  EXPECT_EQ(resp::to_transcript(*client.read()), "OK");
  EXPECT_EQ(deferred(other), 1);
  EXPECT_EQ(other.ask({"GET", "k7"}), "\"new\"");
}

TEST_F(SlowDiskOfFewReads, IsAskedOnceForWhatAPipelineNames) {
  RawClient client(server_.socket_path());
  RawClient other(server_.socket_path());
  Bytes requests;
  for (int i = 0; i < 50; ++i) requests += "STRLEN k" + std::to_string(i * 7) + "\r\n";
  client.send(requests);
  await_deferred(other, 1);
  open_gate_of_no_memory();
  for (int i = 0; i < 50; ++i) EXPECT_EQ(resp::to_transcript(*client.read()), "(integer) 100");
  EXPECT_EQ(deferred(other), 1);
}

TEST_F(SlowDiskOfFewReads, HoldsUpNobodyForTheKeysOfTransactionsAndScripts) {
  RawClient transaction(server_.socket_path());
  RawClient script(server_.socket_path());
  RawClient watcher(server_.socket_path());
  RawClient other(server_.socket_path());
  transaction.ask({"MULTI"});
  transaction.ask({"STRLEN", "k7"});
  transaction.ask({"SET", "k14", "new"});
  transaction.send_request({"EXEC"});
  script.send_request({"EVAL", "return redis.call('STRLEN', KEYS[2])", "2", "k21", "k28"});
  watcher.send_request(of_keys({"WATCH"}, 50));
  await_deferred(other, 3);
  EXPECT_EQ(other.ask({"PING"}), "PONG");
  open_gate_of_no_memory();
  EXPECT_EQ(resp::to_transcript(*transaction.read()), "1) (integer) 100\n2) OK");
  EXPECT_EQ(resp::to_transcript(*script.read()), "(integer) 100");
  EXPECT_EQ(resp::to_transcript(*watcher.read()), "OK");
  EXPECT_EQ(deferred(other), 3);
}

// What was received is run, as where nothing is waited for.
TEST_F(SlowDisk, LosesNothingOfWhatWasSentByWhoHasLeft) {
  RawClient other(server_.socket_path());
  {
    RawClient leaver(server_.socket_path());
    ASSERT_TRUE(
        leaver.send("INCR n\r\nHSET h f7 there\r\nINCR n\r\nHGETALL large\r\nINCR n\r\n"
                    "BLPOP none 0\r\nINCR n\r\n"));
    await_deferred(other, 1);
  }
  open_gate();
  await(other, {"INFO", "clients"}, "connected_clients:1\r\n");
  EXPECT_EQ(other.ask({"GET", "n"}), "\"3\"");  // behind BLPOP nothing is run
  EXPECT_EQ(other.ask({"HGET", "h", "f7"}), "\"there\"");
  EXPECT_THAT(other.ask({"INFO", "clients"}), HasSubstr("blocked_clients:0"));
}

TEST_F(SlowDisk, IsWaitedForByWhoHasSaidEverything) {
  RawClient other(server_.socket_path());
  RawClient reader(server_.socket_path());
  reader.send_request({"HSTRLEN", "h", "f7"});
  reader.send_request({"PING"});
  reader.finish();
  await_deferred(other, 1);
  EXPECT_EQ(other.ask({"PING"}), "PONG");
  open_gate();
  EXPECT_EQ(resp::to_transcript(*reader.read()), "(integer) 100");
  EXPECT_EQ(resp::to_transcript(*reader.read()), "PONG");
  EXPECT_FALSE(reader.read());
}

class SlowDiskThatIsScanned : public SlowDisk {
 protected:
  SlowDiskThatIsScanned() {
    options_ = {"--gc-scan-interval", "1", "--gc-scan-pages-per-second", "1000"};
  }
};

// What the scan waited for comes while a script runs: it goes on when the script has ended, else
// the rows would go whose key the script keeps.
TEST_F(SlowDiskThatIsScanned, IsNotHeardInTheMiddleOfAScript) {
  RawClient client(server_.socket_path());
  RawClient other(server_.socket_path());
  client.ask({"CONFIG", "SET", "busy-reply-threshold", "10"});
  client.ask({"HSET", "k", "f", "v", "g", "v"});
  await(other, {"INFO", "keemun"}, "deferred_upkeep_reads:1\r\n");  // a scan has begun
  // Both at once: the script begins while the key is there, however slow the machine is.
  constexpr std::chrono::milliseconds kLives(300);
  const Bytes lives = std::to_string(kLives.count());
  Bytes both;
  resp::encode_request(std::array<BytesView, 3>{"PEXPIRE", "k", lives}, both);
  resp::encode_request(
      std::array<BytesView, 4>{
          "EVAL",
          "local before = redis.call('HLEN', KEYS[1]) redis.call('PERSIST', KEYS[1]) "
          "for i = 1, 6e8 do end "
          "return {before, #redis.call('HGETALL', KEYS[1])}",
          "1", "k"},
      both);
  ASSERT_TRUE(client.send(both));
  while (!other.ask({"PING"}).starts_with("(error) BUSY")) {
  }
  std::this_thread::sleep_for(kLives + std::chrono::milliseconds(100));  // its time has come
  EXPECT_THAT(other.ask({"PING"}), HasSubstr("BUSY"));
  open_gate();
  EXPECT_EQ(resp::to_transcript(*client.read()), "(integer) 1");
  EXPECT_EQ(resp::to_transcript(*client.read()), "1) (integer) 2\n2) (integer) 4");
  EXPECT_EQ(client.ask({"HLEN", "k"}), "(integer) 2");
  EXPECT_EQ(client.ask({"HGET", "k", "g"}), "\"v\"");
}

TEST_F(SlowDisk, IsWatchedByMonitorsOnce) {
  RawClient monitor(server_.socket_path());
  RawClient reader(server_.socket_path());
  RawClient other(server_.socket_path());
  EXPECT_EQ(monitor.ask({"MONITOR"}), "OK");
  reader.send_request({"HGET", "h", "f7"});
  await_deferred(other, 1);
  open_gate();
  ASSERT_TRUE(reader.read());
  EXPECT_EQ(other.ask({"ECHO", "end"}), "\"end\"");
  int told = 0;
  while (true) {
    const auto line = monitor.read();
    ASSERT_TRUE(line);
    told += line->text().find("\"HGET\"") != Bytes::npos ? 1 : 0;
    if (line->text().find("\"end\"") != Bytes::npos) break;
  }
  EXPECT_EQ(told, 1);
}

// What a request has had read is out of memory again before it comes to its end, each time: it is
// broken off a few times and no more.
TEST_F(SlowDisk, IsWaitedForAtLastWhereMemoryForgets) {
  RawClient client(server_.socket_path());
  open_gate_of_no_memory();
  client.send_request({"HGETALL", "large"});
  EXPECT_EQ(client.read()->items().size(), 2u * kFields);
  client.send_request({"INFO", "keemun"});
  EXPECT_THAT(client.read()->text(), HasSubstr("deferred_reads:8\r\n"));
}

TEST_F(SlowDisk, IsWaitedForInTransactions) {
  RawClient client(server_.socket_path());
  client.ask({"MULTI"});
  client.ask({"HSTRLEN", "h", "f7"});
  client.ask({"HLEN", "h"});
  client.send_request({"EXEC"});
  open_gate();
  EXPECT_EQ(resp::to_transcript(*client.read()), "1) (integer) 100\n2) (integer) 2000");
}

}  // namespace
}  // namespace keemun
