// The options that Redis has, too, against CONFIG GET of a redis-server that was told nothing.
#include <gtest/gtest.h>

#include <set>

#include "server/config/options.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

TEST(OptionsOfRedis, HaveItsDefaults) {
  // Where it listens and keeps its files, which a redis-server of a test is told; how many threads
  // there are hangs on the machine here.
  const std::set<BytesView> of_the_machine = {"bind", "port", "unixsocket", "dir", "io-threads"};
  const RedisServer server;
  const auto redis = server.connect();
  const server::Settings defaults;
  size_t compared = 0;
  for (const server::Option& option : server::all_options()) {
    const Bytes name(option.name);
    const resp::Reply theirs = redis->call(0, {"CONFIG", "GET", name});
    if (theirs.items().empty() || of_the_machine.contains(name)) continue;
    ++compared;
    EXPECT_EQ(server::option_text(option, defaults), theirs.items()[1].text()) << name;
  }
  EXPECT_GT(compared, 60u);
}

}  // namespace
}  // namespace keemun
