// Commands under other names, and under none: both servers are started with the same lines.
#include <gtest/gtest.h>

#include <memory>

#include "support/keemun_process.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

using resp::Reply;

const std::vector<Bytes> kNames = {
    "--rename-command", "CONFIG",   "Configure",  // a container of the server
    "--rename-command", "flushall", "",           // nobody's
    "--rename-command", "get",      "fetch",      // a command on keys
    "--rename-command", "strlen",   "get",        // by a name that has become free
    "--rename-command", "object",   "x|y",        // a container on keys
    "--rename-command", "multi",    "begin",     "--rename-command", "begin",  "multi",
    "--rename-command", "blpop",    "takefirst", "--rename-command", "dbsize", "howmany",
};

class RenamedBesideRedis : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(keemun_.start(kNames)) << keemun_.output();
    ours_ = verify::connect_redis(*verify::parse_server_address("unix:" + keemun_.socket_path()));
  }

  void compare(const std::vector<Bytes>& request) {
    EXPECT_EQ(to_transcript(ours_->call(0, request)), to_transcript(theirs_->call(0, request)))
        << testing::PrintToString(request);
  }

  RedisServer redis_{kNames};
  KeemunProcess keemun_;
  std::unique_ptr<verify::Target> theirs_ = redis_.connect();
  std::unique_ptr<verify::Target> ours_;
};

TEST_F(RenamedBesideRedis, AreRunByTheirNewNamesAlone) {
  compare({"set", "k", "value"});
  compare({"FETCH", "k"});
  compare({"get", "k"});
  compare({"strlen", "k"});
  compare({"flushall"});
  compare({"config", "get", "port"});
  compare({"CONFIGURE", "get", "maxclients"});
  compare({"configure"});
  compare({"configure", "nonsense"});
  compare({"configure|get", "maxclients"});
  compare({"x|y", "refcount", "none"});
  compare({"object", "refcount", "none"});
  compare({"fetch"});
  compare({"howmany"});
  compare({"dbsize"});
}

TEST_F(RenamedBesideRedis, AreTheSameWithinTransactionsAndScripts) {
  compare({"multi"});
  compare({"set", "k", "value"});
  compare({"fetch", "k"});
  compare({"get", "k"});
  compare({"configure", "get", "maxclients"});
  compare({"exec"});
  compare({"multi"});
  compare({"flushall"});
  compare({"exec"});
  compare({"eval", "return redis.call('fetch', KEYS[1])", "1", "k"});
  compare({"eval", "return redis.call('get', KEYS[1])", "1", "k"});
  compare({"eval", "return redis.pcall('flushall')", "0"});
  compare({"rpush", "l", "a"});
  compare({"takefirst", "l", "0.01"});
  compare({"takefirst", "l", "0.01"});
}

TEST_F(RenamedBesideRedis, AreCommandsByTheirOwnNamesToRulesAndStatistics) {
  compare({"acl", "setuser", "bob", "on", "nopass", "+get", "+config|get", "+strlen", "~k"});
  compare({"acl", "dryrun", "bob", "get", "k"});
  compare({"acl", "dryrun", "bob", "fetch", "k"});
  compare({"acl", "dryrun", "bob", "flushall"});
  compare({"acl", "setuser", "bob", "+fetch"});
  compare({"auth", "bob", "x"});
  compare({"fetch", "k"});
  compare({"fetch", "other"});
  compare({"get", "k"});
  compare({"configure", "get", "maxclients"});
  compare({"configure", "set", "maxclients", "100"});
}

TEST_F(RenamedBesideRedis, AreDescribedByTheNamesThatClientsKnow) {
  for (const char* name : {"fetch", "get", "strlen", "flushall", "configure", "config|get",
                           "configure|get", "x|y", "begin", "multi"}) {
    const auto name_of = [name](verify::Target& target) {
      const Reply reply = target.call(0, {"command", "info", name});
      const Reply& one = reply.items().at(0);
      return one.kind() == Reply::Kind::kArray ? to_transcript(one.items().at(0)) : "none";
    };
    EXPECT_EQ(name_of(*ours_), name_of(*theirs_)) << name;
  }
  compare({"command", "getkeys", "fetch", "a"});
  compare({"command", "getkeys", "flushall"});
  compare({"command", "list", "filterby", "pattern", "flush*"});
  compare({"command", "list", "filterby", "pattern", "strlen"});
}

TEST(RenamedCommands, AreListedByCategoryWhereNobodyMayListThem) {
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--rename-command", "command", ""})) << server.output();
  const auto target =
      verify::connect_redis(*verify::parse_server_address("unix:" + server.socket_path()));
  EXPECT_GT(target->call(0, {{"acl", "cat", "hash"}}).items().size(), 10u);
}

}  // namespace
}  // namespace keemun
