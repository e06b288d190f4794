#include "plan/script_values.h"

#include "base/sha.h"
#include "plan/one_of.h"

namespace keemun::plan {

namespace {

constexpr BytesView kCountForAWhile =
    "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('pexpire', KEYS[1], 500) end "
    "return n";
constexpr BytesView kCountForLong =
    "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('expire', KEYS[1], 10000000) "
    "end return n";

// What scripts are written for: to compare and set, to count with a limit in time, to move. And
// some that fail, before or after a write.
constexpr BytesView kScripts[] = {
    "return redis.call('get', KEYS[1])",
    "return redis.call('set', KEYS[1], ARGV[1] or 'x')",
    "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
    kCountForAWhile,
    "local v = redis.call('get', KEYS[1]) if not v then return false end "
    "redis.call('del', KEYS[1]) return redis.call('set', KEYS[2], v)",
    "redis.call('append', KEYS[1], 'a') redis.call('append', KEYS[#KEYS], 'b') "
    "return {redis.call('get', KEYS[1]), redis.call('strlen', KEYS[#KEYS])}",
    "local t = {} for i, key in ipairs(KEYS) do t[i] = redis.call('type', key) end return t",
    "redis.call('rpush', KEYS[1], unpack(ARGV)) return redis.call('lrange', KEYS[1], 0, -1)",
    "redis.call('zadd', KEYS[1], #ARGV, 'a', 2.5, 'b') return redis.call('zscore', KEYS[1], 'a')",
    "redis.call('set', KEYS[1], 'half') error('late')",
    "redis.call('set', KEYS[1], 1) redis.call('lpush', KEYS[1], 2) return 'never'",
    "local r = redis.pcall('incr', KEYS[1]) if type(r) == 'table' then r = r.err end "
    "return {r, redis.call('exists', KEYS[1])}",
    "return {pcall(redis.call, 'get', KEYS[1])}",
    "return redis.call('nosuch', KEYS[1])",
    "return {1, 2.7, 'three', {true, false}, #KEYS, nil, 7}",
    "return redis.call('get', KEYS[1]",
};

// Each has one function, so that nobody sees an order, and nothing in it changes: what functions
// share is gone when their process is. Some cannot be loaded, or not beside each other.
constexpr BytesView kLibraries[] = {
    "#!lua name=count\nlocal step = 2\nredis.register_function('count', function(keys, arguments)\n"
    "return redis.call('incrby', keys[1], step) end)",
    "#!lua name=count\nlocal step = 5\nredis.register_function('count', function(keys, arguments)\n"
    "return {redis.call('incrby', keys[1], step), #keys, #arguments} end)",
    "#!lua name=look\nredis.register_function{function_name='look', flags={'no-writes'},\n"
    "description='looks', callback=function(keys) return redis.call('get', keys[1]) end}",
    "#!lua name=late\nredis.register_function('late', function(keys)\n"
    "redis.call('set', keys[1], 'half') error('late') end)",
    "#!lua name=other\nredis.register_function('COUNT', function() return 'other' end)",
    "#!lua name=liar\nredis.register_function{function_name='liar', flags={'no-writes'},\n"
    "callback=function(keys) return redis.pcall('set', keys[1], 'x') end}",
    "#!lua name=empty\nlocal nothing = 1",
    "#!lua name=cut\nredis.register_function(",
    "return 1",
};

}  // namespace

Bytes script(ValueContext& context) {
  const BytesView drawn = context.draw.pick(kScripts);
  const bool is_over_too_soon = drawn == kCountForAWhile && !context.options.own_clock;
  return Bytes(is_over_too_soon ? kCountForLong : drawn);
}

Bytes library(ValueContext& context) {
  return Bytes(context.draw.pick(kLibraries));
}

Bytes library_name(ValueContext& context) {
  return one_of(context, {"count", "count", "look", "late", "other", "liar", "COUNT", "nosuch"});
}

Bytes function_name(ValueContext& context) {
  return one_of(context, {"count", "count", "Count", "look", "look", "late", "liar", "nosuch"});
}

Bytes unknown_digest(ValueContext& context) {
  const Bytes digest = sha1_hex("-- never sent");
  return context.draw.percent(90) ? digest : digest.substr(1);
}

}  // namespace keemun::plan
