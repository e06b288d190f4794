// What the server says of its commands and of itself, where the core alone would not know.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using resp::Reply;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

class Command : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(server_.start()) << server_.output();
    client_ = std::make_unique<RawClient>(server_.socket_path());
  }
  Bytes ask(const std::vector<Bytes>& words) { return client_->ask(words); }
  Reply reply(const std::vector<Bytes>& words) {
    client_->send_request(words);
    return client_->read().value_or(Reply::error("gone"));
  }

  KeemunProcess server_;
  std::unique_ptr<RawClient> client_;
};

TEST_F(Command, CountsListsAndDescribesTheSameCommands) {
  const Reply whole = reply({"COMMAND"});
  EXPECT_EQ(reply({"COMMAND", "COUNT"}).integer(), static_cast<int64_t>(whole.items().size()));
  std::vector<Bytes> described;  // each behind its container
  for (const Reply& command : whole.items()) {
    described.push_back(command.items()[0].text());
    for (const Reply& subcommand : command.items()[9].items()) {
      described.push_back(subcommand.items()[0].text());
    }
  }
  std::vector<Bytes> listed;
  const Reply names = reply({"COMMAND", "LIST"});
  for (const Reply& name : names.items()) listed.push_back(name.text());
  EXPECT_EQ(listed, described);
  EXPECT_THAT(listed, testing::Contains("config|rewrite"));
  const Reply documents = reply({"COMMAND", "DOCS"});
  EXPECT_EQ(documents.items().size(), 2 * whole.items().size());
}

TEST_F(Command, CountsHowOftenKeysThatWereReadWereThere) {
  reply({"SET", "here", "1"});  // writing looks for nothing
  reply({"GET", "here"});
  reply({"MGET", "here", "gone", "neither"});
  reply({"HGET", "gone", "field"});
  EXPECT_THAT(reply({"INFO", "stats"}).text(),
              HasSubstr("keyspace_hits:2\r\nkeyspace_misses:3\r\n"));
  reply({"CONFIG", "RESETSTAT"});
  EXPECT_THAT(reply({"INFO", "stats"}).text(),
              HasSubstr("keyspace_hits:0\r\nkeyspace_misses:0\r\n"));
}

TEST_F(Command, KnowsEveryCommandThatItLists) {
  const Reply names = reply({"COMMAND", "LIST"});
  for (const Reply& name : names.items()) {
    const Reply info = reply({"COMMAND", "INFO", name.text()});
    EXPECT_FALSE(info.items()[0].is_null()) << name.text();
    if (name.text() == "monitor" || name.text() == "shutdown" || name.text() == "quit") continue;
    if (name.text().find('|') != Bytes::npos) continue;
    RawClient other(server_.socket_path());
    EXPECT_EQ(other.ask({name.text()}).find("unknown command"), Bytes::npos) << name.text();
  }
}

TEST_F(Command, DescribesWhatTheServerAddsToTheTable) {
  const Reply info = reply({"COMMAND", "INFO", "INFO", "config", "client|id", "nosuch", "GET"});
  ASSERT_EQ(info.items().size(), 5u);
  EXPECT_EQ(info.items()[0].items()[0].text(), "info");
  EXPECT_EQ(info.items()[0].items()[1].integer(), -1);
  EXPECT_EQ(info.items()[1].items()[9].items().size(), 5u);  // config's subcommands
  EXPECT_EQ(info.items()[2].items()[0].text(), "client|id");
  EXPECT_TRUE(info.items()[3].is_null());
  EXPECT_EQ(info.items()[4].items()[0].text(), "get");
  EXPECT_THAT(ask({"COMMAND", "DOCS", "publish"}), HasSubstr("since"));
  EXPECT_THAT(ask({"COMMAND", "DOCS", "config"}), HasSubstr("config|rewrite"));
  EXPECT_THAT(ask({"COMMAND", "LIST", "FILTERBY", "ACLCAT", "pubsub"}), HasSubstr("publish"));
  EXPECT_THAT(ask({"COMMAND", "LIST", "FILTERBY", "PATTERN", "slow*"}), HasSubstr("slowlog"));
}

TEST_F(Command, FindsTheKeysOfTheServersOwnCommands) {
  EXPECT_EQ(ask({"COMMAND", "GETKEYS", "MEMORY", "USAGE", "k"}), "1) \"k\"");
  EXPECT_EQ(ask({"COMMAND", "GETKEYS", "SET", "k", "v"}), "1) \"k\"");
  EXPECT_EQ(ask({"COMMAND", "GETKEYS", "CONFIG", "GET", "dir"}),
            "(error) ERR The command has no key arguments");
  EXPECT_EQ(ask({"COMMAND", "GETKEYS", "SPUBLISH", "channel", "message"}),
            "(error) ERR The command has no key arguments");
  EXPECT_EQ(ask({"COMMAND", "GETKEYS", "nosuch", "k"}), "(error) ERR Invalid command specified");
}

TEST_F(Command, SaysWhatItTakesWhereAContainersWordsAreTooMany) {
  const Bytes refusal = "(error) ERR unknown subcommand or wrong number of arguments for '";
  EXPECT_EQ(ask({"SLOWLOG", "get", "1", "2"}), refusal + "get'. Try SLOWLOG HELP.");
  EXPECT_EQ(ask({"PUBSUB", "CHANNELS", "a", "b"}), refusal + "CHANNELS'. Try PUBSUB HELP.");
  EXPECT_EQ(ask({"CLIENT", "PAUSE", "1", "WRITE", "a"}), refusal + "PAUSE'. Try CLIENT HELP.");
  EXPECT_EQ(ask({"SLOWLOG", "GET", "a"}),
            "(error) ERR count should be greater than or equal to -1");
  EXPECT_EQ(ask({"CLIENT", "LIST", "ID", "0"}), "\"\"");
}

TEST_F(Command, TellsOfTheOneUser) {
  const Bytes hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(ask({"ACL", "LIST"}), "1) \"user default on nopass ~* &* +@all\"");
  EXPECT_EQ(ask({"ACL", "GETUSER", "nobody"}), "(nil)");
  EXPECT_EQ(ask({"CONFIG", "SET", "requirepass", "abc"}), "OK");
  EXPECT_EQ(ask({"ACL", "LIST"}), "1) \"user default on #" + hash + " ~* &* +@all\"");
  EXPECT_THAT(ask({"ACL", "GETUSER", "default"}), HasSubstr("\"" + hash + "\""));
  EXPECT_EQ(reply({"ACL", "GENPASS"}).text().size(), 64u);
  EXPECT_EQ(reply({"ACL", "GENPASS", "5"}).text().size(), 2u);
  EXPECT_NE(ask({"ACL", "GENPASS"}), ask({"ACL", "GENPASS"}));
  EXPECT_THAT(ask({"ACL", "GENPASS", "4097"}), HasSubstr("a positive number up to 4096"));
}

TEST_F(Command, AnswersWhatClientsAskOfEveryRedis) {
  EXPECT_THAT(ask({"LOLWUT"}), HasSubstr("Redis ver. 7.0.15"));
  EXPECT_THAT(ask({"LOLWUT", "VERSION", "5", "1", "2", "3", "x"}), HasSubstr("Redis ver. 7.0.15"));
  for (const Bytes version : {"x", "5"}) {
    EXPECT_EQ(ask({"LOLWUT", "VERSION", version, "x"}),
              "(error) ERR value is not an integer or out of range");
  }
  EXPECT_EQ(ask({"SCRIPT", "DEBUG", "FOO"}), "(error) ERR Use SCRIPT DEBUG YES/SYNC/NO");
  EXPECT_THAT(ask({"MEMORY", "STATS"}), HasSubstr("\"total.allocated\""));
  EXPECT_THAT(ask({"MEMORY", "MALLOC-STATS"}),
              AnyOf(HasSubstr("jemalloc statistics"), HasSubstr("not supported")));
  EXPECT_EQ(ask({"MEMORY", "PURGE"}), "OK");
}

TEST_F(Command, HasHelpWhereverItHasSubcommands) {
  const Reply names = reply({"COMMAND", "LIST"});
  std::set<Bytes> containers;
  for (const Reply& name : names.items()) {
    const size_t bar = name.text().find('|');
    if (bar != Bytes::npos) containers.insert(name.text().substr(0, bar));
  }
  EXPECT_GE(containers.size(), 11u);
  for (const Bytes& container : containers) {
    const Bytes answer = ask({container, "HELP"});
    EXPECT_THAT(answer, HasSubstr("<subcommand> [<arg> [value] [opt] ...]. Subcommands are:"));
    EXPECT_THAT(answer, HasSubstr("HELP")) << container;
  }
  EXPECT_THAT(ask({"MEMORY", "help"}),
              AllOf(HasSubstr("MEMORY <subcommand>"), HasSubstr("USAGE key [SAMPLES count"),
                    HasSubstr("MALLOC-STATS\n")));
}

TEST_F(Command, IsTheSameInsideATransaction) {
  const int64_t count = reply({"COMMAND", "COUNT"}).integer();
  EXPECT_EQ(ask({"MULTI"}), "OK");
  EXPECT_EQ(ask({"COMMAND", "COUNT"}), "QUEUED");
  EXPECT_EQ(ask({"WAIT", "0", "0"}), "QUEUED");
  const Reply executed = reply({"EXEC"});
  ASSERT_EQ(executed.items().size(), 2u);
  EXPECT_EQ(executed.items()[0].integer(), count);
  EXPECT_EQ(executed.items()[1].integer(), 0);
}

TEST_F(Command, WaitsForNoReplica) {
  EXPECT_EQ(ask({"WAIT", "0", "100"}), "(integer) 0");
  EXPECT_EQ(ask({"WAIT", "x", "0"}), "(error) ERR value is not an integer or out of range");
  EXPECT_EQ(ask({"WAIT", "0", "x"}), "(error) ERR timeout is not an integer or out of range");
  EXPECT_EQ(ask({"WAIT", "0", "-1"}), "(error) ERR timeout is negative");
  EXPECT_EQ(ask({"WAIT", "0"}), "(error) ERR wrong number of arguments for 'wait' command");
}

TEST_F(Command, HasNoFunctionsAtFirst) {
  EXPECT_EQ(ask({"FUNCTION", "LIST", "LIBRARYNAME", "x*", "WITHCODE"}), "(empty array)");
  EXPECT_EQ(ask({"FUNCTION", "FLUSH"}), "OK");
  EXPECT_EQ(ask({"FUNCTION", "FLUSH", "async"}), "OK");
  EXPECT_EQ(ask({"FUNCTION", "FLUSH", "now"}),
            "(error) ERR FUNCTION FLUSH only supports SYNC|ASYNC option");
  EXPECT_EQ(ask({"FUNCTION", "UNLOAD", "x"}),
            "(error) ERR unknown subcommand 'UNLOAD'. Try FUNCTION HELP.");
}

TEST_F(Command, NamesOptionsAsTheyWereAskedFor) {
  EXPECT_EQ(ask({"CONFIG", "GET", "TimeOut", "timeout"}), "1) \"TimeOut\"\n2) \"0\"");
  EXPECT_EQ(ask({"CONFIG", "GET", "TIMEOU?"}), "1) \"timeout\"\n2) \"0\"");
}

TEST_F(Command, SetsOptionsAsRedisDoes) {
  for (const Bytes name : {"maxmemory", "hll-sparse-max-bytes", "client-output-buffer-limit"}) {
    EXPECT_EQ(ask({"CONFIG", "SET", name, ""}), "OK") << name;
  }
  EXPECT_EQ(ask({"CONFIG", "GET", "hll-sparse-max-bytes"}),
            "1) \"hll-sparse-max-bytes\"\n2) \"0\"");
  EXPECT_EQ(ask({"CONFIG", "SET", "dir", "/"}),
            "(error) ERR CONFIG SET failed (possibly related to argument 'dir') - can't set "
            "protected config");
  EXPECT_EQ(ask({"CONFIG", "SET", "notify-keyspace-events", "KEAn"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "GET", "notify-keyspace-events"}),
            "1) \"notify-keyspace-events\"\n2) \"AKE\"");
  EXPECT_EQ(ask({"CONFIG", "SET", "notify-keyspace-events", "Kn"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "GET", "notify-keyspace-events"}),
            "1) \"notify-keyspace-events\"\n2) \"nK\"");
}

TEST_F(Command, LooksAtTheNamesOfOptionsBeforeTheirValues) {
  const Bytes failed = "(error) ERR CONFIG SET failed (possibly related to argument '";
  EXPECT_EQ(ask({"CONFIG", "SET", "timeout", "x", "nosuch", "1", "port", "1"}),
            "(error) ERR Unknown option or number of arguments for CONFIG SET - 'nosuch'");
  EXPECT_EQ(ask({"CONFIG", "SET", "timeout", "x", "DataBases", "1", "nosuch", "1"}),
            failed + "DataBases') - can't set immutable config");
  EXPECT_EQ(ask({"CONFIG", "SET", "min-replicas-to-write", "1", "DIR", "x"}),
            failed + "DIR') - can't set protected config");
  EXPECT_EQ(ask({"CONFIG", "SET", "timeout", "x", "TIMEOUT", "x"}),
            failed + "TIMEOUT') - duplicate parameter");
  EXPECT_EQ(ask({"CONFIG", "SET", "TIMEOUT", "x"}),
            failed + "timeout') - argument couldn't be parsed into an integer");
}

TEST_F(Command, TakesOptionsOfRedisThatMeanNothingHere) {
  EXPECT_EQ(ask({"CONFIG", "SET", "hash-max-ziplist-entries", "7", "save", "60 1 3600 5"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "GET", "hash-max-listpack-entries"}),
            "1) \"hash-max-listpack-entries\"\n2) \"7\"");
  EXPECT_EQ(ask({"CONFIG", "GET", "save"}), "1) \"save\"\n2) \"60 1 3600 5\"");
  EXPECT_EQ(ask({"CONFIG", "SET", "hz", "often"}),
            "(error) ERR CONFIG SET failed (possibly related to argument 'hz') - argument couldn't "
            "be parsed into an integer");
  EXPECT_EQ(ask({"CONFIG", "SET", "list-max-ziplist-size", "-2147483648"}), "OK");
  // What nothing follows from here.
  EXPECT_EQ(ask({"CONFIG", "SET", "appendonly", "yes"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "SET", "maxmemory-samples", "5", "min-replicas-to-write", "0"}), "OK");
  EXPECT_EQ(
      ask({"CONFIG", "SET", "min-replicas-to-write", "1"}),
      "(error) ERR CONFIG SET failed (possibly related to argument 'min-replicas-to-write') - "
      "argument(s) must be one of the following: 0");
  EXPECT_EQ(ask({"CONFIG", "SET", "databases", "4"}),
            "(error) ERR CONFIG SET failed (possibly related to argument 'databases') - can't set "
            "immutable config");
}

TEST_F(Command, CountsChangesSinceTheLastCheckpoint) {
  const auto changes = [this] {
    const Bytes told = reply({"INFO", "persistence"}).text();
    const size_t at = told.find("rdb_changes_since_last_save:");
    return told.substr(at, told.find('\r', at) - at);
  };
  EXPECT_EQ(changes(), "rdb_changes_since_last_save:0");
  ask({"SET", "k", "v"});
  ask({"GET", "k"});
  ask({"DEL", "none"});
  EXPECT_EQ(changes(), "rdb_changes_since_last_save:1");
  EXPECT_EQ(ask({"SAVE"}), "OK");
  EXPECT_EQ(changes(), "rdb_changes_since_last_save:0");
}

TEST_F(Command, MakesEachWriteSafeFromWhenThatIsAskedFor) {
  const auto syncs = [this] {
    const Bytes told = reply({"INFO", "keemun"}).text();
    constexpr BytesView kName = "rocksdb_wal_syncs:";
    return std::stoll(told.substr(told.find(kName) + kName.size()));
  };
  EXPECT_EQ(ask({"CONFIG", "GET", "wal-sync"}), "1) \"wal-sync\"\n2) \"everysec\"");
  EXPECT_EQ(ask({"SET", "k", "v"}), "OK");
  while (syncs() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(ask({"CONFIG", "SET", "wal-sync", "always"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "GET", "appendfsync"}), "1) \"appendfsync\"\n2) \"always\"");
  const auto before = syncs();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(ask({"SET", "k", "v"}), "OK");
  EXPECT_GE(syncs(), before + 100);
  EXPECT_EQ(ask({"CONFIG", "SET", "appendfsync", "no"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "SET", "appendfsync", "sometimes"}).substr(0, 7), "(error)");
}

TEST_F(Command, TellsOfObjectsAsRedisDoes) {
  ask({"SET", "n", "12"});
  ask({"RPUSH", "l", "a"});
  EXPECT_EQ(ask({"OBJECT", "ENCODING", "n"}), "\"int\"");
  EXPECT_EQ(ask({"OBJECT", "ENCODING", "l"}), "\"quicklist\"");
  EXPECT_EQ(ask({"OBJECT", "ENCODING", "none"}), "(nil)");
  EXPECT_EQ(ask({"OBJECT", "REFCOUNT", "l"}), "(integer) 1");
  EXPECT_EQ(ask({"OBJECT", "REFCOUNT", "n"}), "(integer) 2147483647");
  ask({"SET", "n", "10000"});
  EXPECT_EQ(ask({"OBJECT", "REFCOUNT", "n"}), "(integer) 1");
  EXPECT_EQ(ask({"OBJECT"}), "(error) ERR wrong number of arguments for 'object' command");
  EXPECT_EQ(ask({"OBJECT", "nosuch", "l"}),
            "(error) ERR unknown subcommand 'nosuch'. Try OBJECT HELP.");
}

}  // namespace
}  // namespace keemun
