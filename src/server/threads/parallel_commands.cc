#include "server/threads/parallel_commands.h"

#include <array>
#include <unordered_set>

#include "base/check.h"

namespace keemun::server {

using commands::Command;

namespace {

// clang-format off
constexpr auto kNames = std::to_array<BytesView>({
    "exists", "touch", "type", "ttl", "pttl", "expiretime", "pexpiretime", "dump",
    "get", "mget", "getrange", "substr", "strlen", "lcs", "getbit", "bitcount", "bitpos",
    "bitfield_ro",
    "hget", "hmget", "hgetall", "hkeys", "hvals", "hlen", "hstrlen", "hexists",
    "llen", "lrange", "lindex", "lpos",
    "scard", "sismember", "smismember", "smembers", "sinter", "sintercard", "sunion", "sdiff",
    "zcard", "zscore", "zmscore", "zcount", "zlexcount", "zrank", "zrevrank", "zrange",
    "zrangebyscore", "zrangebylex", "zrevrange", "zrevrangebyscore", "zrevrangebylex", "zunion",
    "zinter", "zintercard", "zdiff",
    "geodist", "geohash", "geopos", "geosearch", "georadius_ro", "georadiusbymember_ro",
    "xlen", "xrange", "xrevrange", "xpending", "xinfo|groups", "xinfo|stream",
});
// clang-format on

std::unordered_set<const Command*> named_commands() {
  std::unordered_set<const Command*> commands;
  for (const BytesView name : kNames) {
    const Command* command = commands::find_command_named(name);
    CHECK(command != nullptr && command->is(commands::kReadonly));
    CHECK(!command->is(commands::kMayWrite | commands::kBlocking));
    commands.insert(command);
  }
  return commands;
}

}  // namespace

bool may_run_in_parallel(const Command& command) {
  static const std::unordered_set<const Command*> commands = named_commands();
  return commands.contains(&command);
}

}  // namespace keemun::server
