// What INFO tells of, against the fields of a redis-server's: what reads them finds them here.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "support/keemun_process.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

// Of all sections, "Section: field".
std::set<Bytes> fields_of(verify::Target& target) {
  target.call(0, {"SET", "key", "value", "EX", "1000"});
  std::istringstream lines(target.call(0, {"INFO", "everything"}).text());
  std::set<Bytes> fields;
  Bytes section;
  for (Bytes line; std::getline(lines, line);) {
    if (line.starts_with("# ")) section = line.substr(2, line.find('\r') - 2);
    const size_t colon = line.find(':');
    if (colon != Bytes::npos) fields.insert(section + ": " + line.substr(0, colon));
  }
  return fields;
}

TEST(Info, HasTheFieldsOfRedis) {
  // What could only be made up: how Redis itself was built, and what its active expiry has taken
  // samples of; here an index says what has expired (gc_sweep_behind_ms).
  const std::set<Bytes> of_redis_alone = {
      "Server: atomicvar_api",
      "Stats: expire_cycle_cpu_milliseconds",
      "Stats: expired_stale_perc",
      "Stats: expired_time_cap_reached_count",
  };
  const RedisServer redis;
  KeemunProcess keemun;
  ASSERT_TRUE(keemun.start()) << keemun.output();
  const auto theirs = redis.connect();
  const auto ours =
      verify::connect_redis(*verify::parse_server_address("unix:" + keemun.socket_path()));
  const std::set<Bytes> found = fields_of(*ours);
  std::set<Bytes> missing;
  for (const Bytes& field : fields_of(*theirs)) {
    if (!found.contains(field) && !field.starts_with("Commandstats: ") &&
        !field.starts_with("Latencystats: ")) {
      missing.insert(field);
    }
  }
  EXPECT_EQ(missing, of_redis_alone);
}

}  // namespace
}  // namespace keemun
