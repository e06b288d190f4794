// What a server tells those who watch over it: which commands took how long, and which it refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using resp::Reply;
using testing::HasSubstr;
using testing::Not;

class Observing : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(server_.start({"--enable-debug-command", "yes"})) << server_.output();
    client_ = std::make_unique<RawClient>(server_.socket_path());
  }
  Bytes ask(const std::vector<Bytes>& words) { return client_->ask(words); }
  Bytes info(const Bytes& section) { return reply({"INFO", section}).text(); }
  Reply reply(const std::vector<Bytes>& words) {
    client_->send_request(words);
    return client_->read().value_or(Reply::error("gone"));
  }

  KeemunProcess server_;
  std::unique_ptr<RawClient> client_;
};

TEST_F(Observing, HasAHistogramOfEachCommandThatWasCalled) {
  for (int i = 0; i < 3; ++i) ask({"GET", "k"});
  ask({"CONFIG", "GET", "port"});
  const Reply histogram = reply({"LATENCY", "HISTOGRAM", "get", "config", "set", "nonsense"});
  ASSERT_EQ(histogram.items().size(), 4u);
  EXPECT_EQ(histogram.items()[0].text(), "config|get");
  EXPECT_EQ(histogram.items()[2].text(), "get");
  const auto& of_get = histogram.items()[3].items();
  ASSERT_EQ(of_get.size(), 4u);
  EXPECT_EQ(of_get[1].integer(), 3);
  EXPECT_EQ(of_get[3].items().back().integer(), 3);
  EXPECT_THAT(info("latencystats"), HasSubstr("latency_percentiles_usec_get:p50="));
  EXPECT_EQ(ask({"CONFIG", "RESETSTAT"}), "OK");
  EXPECT_EQ(ask({"LATENCY", "HISTOGRAM", "get"}), "(empty array)");
}

TEST_F(Observing, ShowsThePercentilesThatAreAskedFor) {
  EXPECT_EQ(ask({"CONFIG", "SET", "latency-tracking-info-percentiles", "50.0 99.99"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "GET", "latency-tracking-info-percentiles"}),
            "1) \"latency-tracking-info-percentiles\"\n2) \"50 99.99\"");
  ask({"GET", "k"});
  EXPECT_THAT(info("latencystats"), testing::ContainsRegex("usec_get:p50=[0-9.]+,p99.99=[0-9.]+"));
  EXPECT_THAT(ask({"CONFIG", "SET", "latency-tracking-info-percentiles", "101"}),
              HasSubstr("should sit between [0.0,100.0]"));
  EXPECT_EQ(ask({"CONFIG", "SET", "latency-tracking-info-percentiles", ""}), "OK");
  EXPECT_THAT(info("latencystats"), HasSubstr("latency_percentiles_usec_get:\r\n"));
  EXPECT_EQ(ask({"CONFIG", "SET", "latency-tracking", "no"}), "OK");
  ask({"STRLEN", "k"});
  EXPECT_THAT(info("latencystats"), Not(HasSubstr("strlen")));
}

TEST_F(Observing, SamplesWhatTookLongerThanTheThreshold) {
  ask({"DEBUG", "SLEEP", "0.01"});
  EXPECT_EQ(ask({"LATENCY", "LATEST"}), "(empty array)");
  EXPECT_EQ(ask({"CONFIG", "SET", "latency-monitor-threshold", "10"}), "OK");
  ask({"DEBUG", "SLEEP", "0.01"});
  const Reply latest = reply({"LATENCY", "LATEST"});
  ASSERT_FALSE(latest.items().empty());
  const auto& event = latest.items()[0].items();
  EXPECT_EQ(event[0].text(), "command");
  EXPECT_GE(event[3].integer(), event[2].integer());
  EXPECT_GE(event[2].integer(), 10);
  const Reply history = reply({"LATENCY", "HISTORY", "command"});
  ASSERT_FALSE(history.items().empty());
  EXPECT_EQ(history.items().back().items().size(), 2u);
  EXPECT_THAT(ask({"LATENCY", "DOCTOR"}), HasSubstr("command: "));
  EXPECT_EQ(ask({"CONFIG", "SET", "latency-monitor-threshold", "0"}), "OK");
  EXPECT_EQ(ask({"LATENCY", "RESET", "command", "nonsense"}), "(integer) 1");
  EXPECT_EQ(ask({"LATENCY", "HISTORY", "command"}), "(empty array)");
}

TEST_F(Observing, HasTheSectionsOfRedisAndOneOfItsOwn) {
  const auto titles = [](const Bytes& all) {
    Bytes found;
    for (size_t at = all.find("# "); at != Bytes::npos; at = all.find("\n# ", at + 1)) {
      const size_t begin = all.find("# ", at) + 2;
      found += all.substr(begin, all.find('\r', begin) - begin) + " ";
    }
    return found;
  };
  EXPECT_EQ(titles(reply({"INFO"}).text()),
            "Server Clients Memory Persistence Stats Replication CPU Modules Errorstats Cluster "
            "Keyspace Keemun ");
  EXPECT_EQ(titles(reply({"INFO", "everything"}).text()),
            "Server Clients Memory Persistence Stats Replication CPU Modules Commandstats "
            "Errorstats Latencystats Cluster Keyspace Keemun ");
  EXPECT_EQ(info("modules"), "# Modules\r\n");
}

TEST_F(Observing, ShowsWhatClientsHold) {
  EXPECT_THAT(info("memory"), testing::ContainsRegex("mem_clients_normal:[1-9]"));
}

TEST_F(Observing, CountsWhatWasRefusedBeforeItRan) {
  ask({"SET", "k", "text"});
  ask({"SET", "k"});
  ask({"INCR", "k"});
  ask({"NONSENSE"});
  EXPECT_THAT(info("stats"), HasSubstr("total_commands_processed:2\r\n"));
  const Bytes stats = info("commandstats");
  EXPECT_THAT(stats,
              testing::ContainsRegex("cmdstat_set:calls=1,[^\r]*rejected_calls=1,failed_calls=0"));
  EXPECT_THAT(stats,
              testing::ContainsRegex("cmdstat_incr:calls=1,[^\r]*rejected_calls=0,failed_calls=1"));
}

// Scripts make errors of any bytes, and nobody makes lines of INFO.
TEST_F(Observing, CountsErrorsByAPlainWordOfThem) {
  ask({"EVAL", "error({err='E2\\r\\nused_memory:1 x'})", "0"});
  ask({"EVAL", "error({err=' begins with a space'})", "0"});
  ask({"EVAL", "error({err=string.rep('x', 31) .. ' is no code'})", "0"});
  const Bytes errors = info("errorstats");
  EXPECT_THAT(errors, HasSubstr("errorstat_E2__used_memory_1:count=1\r\n"));
  EXPECT_THAT(errors, HasSubstr("errorstat_ERR:count=2\r\n"));
  EXPECT_THAT(errors, Not(HasSubstr("xxx")));
}

TEST_F(Observing, CountsTheCommandsOfATransactionWhenTheyAreRun) {
  ask({"MULTI"});
  ask({"INCR", "n"});
  ask({"HGET", "n", "f"});
  ask({"ACL", "WHOAMI"});
  reply({"EXEC"});
  ask({"MULTI"});
  ask({"INCR", "n"});
  ask({"DISCARD"});
  const Bytes stats = info("commandstats");
  EXPECT_THAT(stats, HasSubstr("cmdstat_incr:calls=1,"));
  EXPECT_THAT(stats, testing::ContainsRegex("cmdstat_hget:calls=1,[^\r]*failed_calls=1"));
  EXPECT_THAT(stats, HasSubstr("cmdstat_acl|whoami:calls=1,"));
  EXPECT_THAT(stats, HasSubstr("cmdstat_exec:calls=1,"));
  EXPECT_THAT(info("errorstats"), HasSubstr("errorstat_WRONGTYPE:count=1"));
}

// An error is one, whoever passes it on; a command that a script may not call has not been called.
TEST_F(Observing, CountsTheErrorsOfScriptsOnce) {
  const Bytes refused = "cmdstat_set:calls=0,[^\r]*rejected_calls=1,failed_calls=0";
  ask({"EVAL_RO", "return redis.pcall('set', 'k', 'v')", "0"});
  EXPECT_THAT(info("commandstats"), testing::ContainsRegex(refused));
  EXPECT_THAT(info("errorstats"), HasSubstr("errorstat_ERR:count=1\r\n"));
  ask({"CONFIG", "RESETSTAT"});
  ask({"EVAL", "redis.pcall('select', 99) return redis.call('select', 99)", "0"});
  const Bytes stats = info("commandstats");
  EXPECT_THAT(stats, testing::ContainsRegex("cmdstat_select:calls=2,[^\r]*calls=0,failed_calls=2"));
  EXPECT_THAT(stats, testing::ContainsRegex("cmdstat_eval:calls=1,[^\r]*failed_calls=1"));
  EXPECT_THAT(info("errorstats"), HasSubstr("errorstat_ERR:count=2\r\n"));
  ask({"CONFIG", "RESETSTAT"});
  ask({"MULTI"});
  ask({"EVAL", "return redis.call('nonsense')", "0"});
  ask({"INCR", "n", "1"});
  ask({"DISCARD"});
  ask({"MULTI"});
  ask({"EVAL", "return redis.call('nonsense')", "0"});
  ask({"NONSENSE"});
  ask({"DISCARD"});
  ask({"MULTI"});
  ask({"EVAL", "return redis.call('nonsense')", "0"});
  ask({"SELECT", "99"});
  reply({"EXEC"});
  EXPECT_THAT(info("stats"), HasSubstr("total_error_replies:4\r\n"));
}

TEST_F(Observing, LogsWhatWasSlowInsideOfATransactionAndNotTheTransaction) {
  ask({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
  ask({"SLOWLOG", "RESET"});
  ask({"MULTI"});
  ask({"EVAL", "return redis.call('strlen', 'k')", "0"});
  ask({"INCR", "n"});
  reply({"EXEC"});
  const Reply slow = reply({"SLOWLOG", "GET", "4"});
  std::vector<Bytes> names;
  for (const Reply& entry : slow.items()) names.push_back(entry.items()[3].items()[0].text());
  EXPECT_THAT(names, testing::ElementsAre("INCR", "EVAL", "strlen", "MULTI"));
}

TEST_F(Observing, CountsAndLogsWhatWaitedWhenItIsServed) {
  RawClient waiter(server_.socket_path());
  ask({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
  ASSERT_TRUE(waiter.send_request({"BLPOP", "none", "l", "0"}));
  while (info("clients").find("blocked_clients:1") == Bytes::npos) {
  }
  EXPECT_THAT(info("commandstats"), HasSubstr("cmdstat_blpop:calls=1,"));
  EXPECT_THAT(info("latencystats"), Not(HasSubstr("blpop")));
  ask({"RPUSH", "l", "a"});
  ASSERT_TRUE(waiter.read());
  const Reply slow = reply({"SLOWLOG", "GET", "1"});
  EXPECT_EQ(resp::to_transcript(slow.items()[0].items()[3]),
            "1) \"BLPOP\"\n2) \"none\"\n3) \"l\"\n4) \"0\"");
  EXPECT_THAT(info("commandstats"), HasSubstr("cmdstat_blpop:calls=1,"));
  EXPECT_THAT(info("latencystats"), HasSubstr("usec_blpop:"));
}

TEST_F(Observing, DoesNotTakeWaitingInVainForSlowness) {
  ask({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
  EXPECT_EQ(ask({"BLPOP", "none", "0.01"}), "(nil)");
  EXPECT_THAT(info("commandstats"), HasSubstr("cmdstat_blpop:calls=1,usec=0,"));
  EXPECT_THAT(info("latencystats"), Not(HasSubstr("blpop")));
  EXPECT_THAT(ask({"SLOWLOG", "GET"}), Not(HasSubstr("BLPOP")));
}

TEST_F(Observing, LogsNoClientForWhatAScriptCalls) {
  ask({"CLIENT", "SETNAME", "me"});
  ask({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
  ask({"EVAL", "return redis.call('get', KEYS[1])", "1", "k"});
  const Reply slow = reply({"SLOWLOG", "GET", "2"});
  const Reply::Items& of_client = slow.items()[0].items();
  const Reply::Items& of_script = slow.items()[1].items();
  EXPECT_EQ(of_client[5].text(), "me");
  EXPECT_EQ(of_script[4].text() + of_script[5].text(), "?:0");
}

TEST_F(Observing, ShowsMonitorsWhatScriptsAndTransactionsAreMadeOf) {
  RawClient monitor(server_.socket_path());
  EXPECT_EQ(monitor.ask({"MONITOR"}), "OK");
  ask({"EVAL", "redis.call('select', 3) redis.call('set', KEYS[1], 'v')", "1", "k"});
  ask({"MULTI"});
  ask({"SELECT", "2"});
  ask({"EVAL", "redis.call('get', 'k')", "0"});
  ask({"INCR", "n"});
  reply({"EXEC"});
  ask({"QUIT"});
  const auto next = [&monitor] {
    const auto line = monitor.read();
    return line ? line->text().substr(line->text().find('[')) : Bytes();
  };
  using testing::MatchesRegex;
  EXPECT_THAT(next(), MatchesRegex("\\[0 [^l].* \"EVAL\" .*"));
  EXPECT_EQ(next(), "[3 lua] \"select\" \"3\"");
  EXPECT_EQ(next(), "[3 lua] \"set\" \"k\" \"v\"");
  EXPECT_THAT(next(), MatchesRegex("\\[0 .* \"MULTI\""));
  EXPECT_THAT(next(), MatchesRegex("\\[2 .* \"SELECT\" \"2\""));
  EXPECT_THAT(next(), MatchesRegex("\\[2 [^l].* \"EVAL\" .*"));
  EXPECT_EQ(next(), "[2 lua] \"get\" \"k\"");
  EXPECT_THAT(next(), MatchesRegex("\\[2 .* \"INCR\" \"n\""));
  EXPECT_THAT(next(), MatchesRegex("\\[2 .* \"EXEC\""));
  EXPECT_THAT(next(), MatchesRegex("\\[2 .* \"QUIT\""));
}

TEST_F(Observing, KeepsMonitorsFromTheKeyspace) {
  RawClient monitor(server_.socket_path());
  EXPECT_EQ(monitor.ask({"MONITOR"}), "OK");
  const auto answer = [&monitor](const std::vector<Bytes>& words) {
    monitor.send_request(words);
    while (const auto reply = monitor.read()) {
      if (reply->text().find(" [0 ") == Bytes::npos) return resp::to_transcript(*reply);
    }
    return Bytes();
  };
  const Bytes refusal = "(error) ERR Replica can't interact with the keyspace";
  EXPECT_EQ(answer({"GET", "k"}), refusal);
  EXPECT_EQ(answer({"SET", "k", "1"}), refusal);
  EXPECT_EQ(answer({"DBSIZE"}), refusal);
  EXPECT_EQ(answer({"EVAL", "return 1", "0"}), refusal);
  EXPECT_EQ(answer({"EVAL", "#!lua flags=no-writes\nreturn 1", "0"}), "(integer) 1");
  EXPECT_EQ(answer({"EVAL", "#!lua\nreturn 1", "0"}), refusal);
  EXPECT_EQ(answer({"PUBLISH", "channel", "1"}), refusal);
  EXPECT_EQ(answer({"PING"}), "PONG");
  EXPECT_EQ(answer({"WATCH", "k"}), "OK");
  EXPECT_EQ(answer({"MULTI"}), "OK");
  EXPECT_EQ(answer({"GET", "k"}), refusal);
  EXPECT_THAT(answer({"EXEC"}), HasSubstr("EXECABORT"));
  EXPECT_EQ(answer({"RESET"}), "RESET");
  EXPECT_EQ(answer({"GET", "k"}), "(nil)");
}

TEST_F(Observing, CountsTheReadsAndWritesOfSockets) {
  const auto field = [this](const Bytes& name) {
    const Bytes stats = info("stats");
    return std::stoll(stats.substr(stats.find(name + ":") + name.size() + 1));
  };
  const int64_t reads = field("total_reads_processed");
  const int64_t writes = field("total_writes_processed");
  EXPECT_EQ(field("total_reads_processed"), reads + 2);
  EXPECT_EQ(field("total_writes_processed"), writes + 2);
}

TEST_F(Observing, FailsAsClientsWantIt) {
  EXPECT_EQ(ask({"DEBUG", "ERROR", "OOM a\nb"}), "(error) OOM a b");
  EXPECT_THAT(info("errorstats"), HasSubstr("errorstat_OOM:count=1"));
  EXPECT_THAT(ask({"DEBUG", "DIGEST"}), HasSubstr("Try DEBUG HELP."));
  EXPECT_THAT(ask({"DEBUG", "HELP"}), HasSubstr("SLEEP <seconds>"));
}

TEST_F(Observing, BeginsItsLogAnew) {
  const auto log_bytes = [this] {
    uintmax_t bytes = 0;
    for (const auto& file : std::filesystem::directory_iterator(server_.store_path())) {
      std::error_code gone;  // in the meantime
      const uintmax_t size = file.file_size(gone);
      if (!gone && file.path().extension() == ".log") bytes += size;
    }
    return bytes;
  };
  ask({"SET", "large", Bytes(size_t{1} << 20, 'v')});
  EXPECT_GT(log_bytes(), size_t{1} << 20);
  EXPECT_EQ(ask({"BGREWRITEAOF"}), "Background append only file rewriting started");
  while (log_bytes() > size_t{1} << 20) ask({"PING"});
  EXPECT_EQ(ask({"STRLEN", "large"}), "(integer) 1048576");
}

TEST_F(Observing, CountsCheckpoints) {
  EXPECT_THAT(info("persistence"), HasSubstr("rdb_saves:0\r\n"));
  EXPECT_EQ(ask({"SAVE"}), "OK");
  EXPECT_THAT(info("persistence"), HasSubstr("rdb_saves:1\r\n"));
}

TEST_F(Observing, SaysHowLargeAKeyIs) {
  ask({"SET", "text", "0123456789"});
  EXPECT_EQ(ask({"MEMORY", "USAGE", "text"}), "(integer) 14");
  EXPECT_EQ(ask({"MEMORY", "USAGE", "none"}), "(nil)");
  EXPECT_THAT(info("stats"), HasSubstr("keyspace_hits:0\r\nkeyspace_misses:0\r\n"));
  for (int i = 0; i < 100; ++i) ask({"RPUSH", "list", "0123456789"});
  EXPECT_EQ(ask({"MEMORY", "USAGE", "list", "SAMPLES", "0"}), "(integer) 1004");
  EXPECT_EQ(ask({"MEMORY", "USAGE", "list"}), "(integer) 1004");
  EXPECT_EQ(ask({"MEMORY", "USAGE", "list", "SAMPLES", "-1"}), "(error) ERR syntax error");
  EXPECT_EQ(ask({"MEMORY", "USAGE", "list", "SAMPLES"}), "(error) ERR syntax error");
  EXPECT_EQ(ask({"MEMORY", "USAGE", "list", "SAMPLES", "1", "SAMPLES", "0"}), "(integer) 1004");
  ask({"MULTI"});
  ask({"RPUSH", "list", "0123456789"});
  ask({"MEMORY", "USAGE", "list"});
  EXPECT_EQ(ask({"EXEC"}), "1) (integer) 101\n2) (integer) 1014");
}

TEST_F(Observing, ListsTheCommandsOfACategory) {
  EXPECT_THAT(ask({"ACL", "CAT", "BITMAP"}), HasSubstr("bitcount"));
  EXPECT_THAT(ask({"ACL", "CAT", "bitmap"}), Not(HasSubstr("hget")));
  EXPECT_THAT(ask({"ACL", "CAT"}), HasSubstr("sortedset"));
  EXPECT_EQ(ask({"ACL", "CAT", "nonsense"}), "(error) ERR Unknown category 'nonsense'");
}

}  // namespace
}  // namespace keemun
