// Small worlds for laws that try every possibility instead of drawing some: a few keys of every
// type, and the commands that are tried on them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "base/bytes.h"
#include "plan/plan_text.h"
#include "runtime/fiber_stack_pool.h"
#include "sim/concurrent_world.h"

namespace keemun {

// One key of every type, one that expires; PING has no call to the store that could fail.
inline constexpr BytesView kPreparedKeys =
    "c1 SET s 10\n"
    "c1 HSET h a 1 b 2 a-field-that-is-long 3\n"
    "c1 SADD t a b a-member-that-is-long\n"
    "c1 ZADD z 1 a 2 b 3 a-member-that-is-long\n"
    "c1 RPUSH l a b c\n"
    "c1 SET x 1 PX 100000\n"
    "c1 PING\n";

// Of every kind of change that there is: a row or many, keys that come, grow, shrink, go, change
// their type, and reads of each type.
inline constexpr BytesView kCornerCommands[] = {
    "SET s 2",
    "SET new 1",
    "SET h 1",
    "SET s 1 XX GET",
    "GETDEL s",
    "GETEX s PX 5",
    "APPEND s 0",
    "INCR s",
    "INCRBYFLOAT s 0.5",
    "SETRANGE s 5 x",
    "SETBIT new 7 1",
    "BITOP OR s s x",
    "MSET s 1 new 2 x 3",
    "MSETNX new 1 newer 2",
    "MGET s x new",
    "DEL s h t z l",
    "UNLINK z",
    "EXPIRE z 1000",
    "PEXPIREAT h 1",
    "PERSIST x",
    "SET x 2 PX 5",
    "RENAME x new",
    "RENAME z new",
    "RENAME h t",
    "COPY z new",
    "COPY l z REPLACE",
    "MOVE s 1",
    "HSET h a 5",
    "HSET h c 5 d 6",
    "HSET new a 1",
    "HSETNX h a 9",
    "HINCRBY h a 5",
    "HINCRBYFLOAT h n 0.5",
    "HDEL h a a",
    "HDEL h a b a-field-that-is-long",
    "HGETALL h",
    "HMGET h a c",
    "SADD t c",
    "SADD t a",
    "SADD new a b",
    "SREM t a c",
    "SREM t a b a-member-that-is-long",
    "SMOVE t new a",
    "SINTERSTORE new t t",
    "SUNIONSTORE t t z",
    "SDIFFSTORE t t t",
    "SMEMBERS t",
    "ZADD z 5 a",
    "ZADD z 4 c 5 a-new-member-that-is-long",
    "ZADD new 1 a",
    "ZINCRBY z 5 a",
    "ZREM z a",
    "ZREM z a b a-member-that-is-long",
    "ZPOPMIN z 2",
    "ZREMRANGEBYRANK z 0 1",
    "ZREMRANGEBYSCORE z 2 9",
    "ZRANGESTORE new z 0 1",
    "ZUNIONSTORE z 2 z t",
    "ZRANGE z 0 -1 WITHSCORES",
    "LPUSH l z y",
    "RPUSH new a",
    "LPOP l",
    "RPOP l 3",
    "LSET l 1 x",
    "LINSERT l BEFORE b x",
    "LREM l 0 b",
    "LTRIM l 1 1",
    "LMOVE l l LEFT RIGHT",
    "RPOPLPUSH l new",
    "LRANGE l 0 -1",
    "SORT l ALPHA STORE new",
    "FLUSHDB",
    "SWAPDB 0 1",
};

// Encodings, and what stands beside them. The ardb family is kept by stores with atomic batches
// only.
inline std::vector<std::map<Bytes, Bytes>> corner_encodings(BytesView world) {
  std::vector<std::map<Bytes, Bytes>> encodings = {
      {{"hash", "0"}, {"set", "0"}, {"zset", "0"}, {"expiry-index", "on"}},
      {{"hash", "1"}, {"set", "1"}, {"zset", "1"}, {"local-cache", "on"}},
      {{"hash", "2"}, {"set", "2"}, {"zset", "2"}, {"cache", "on"}, {"meta-cache", "on"}},
      {{"hash", "3"}, {"set", "3"}, {"zset", "1"}, {"cache", "on"}, {"local-cache", "on"}}};
  if (!sim::KvProfile::named(world)->capabilities.atomic_batch) return encodings;
  encodings.push_back({{"family", "ardb"}, {"local-cache", "on"}});
  encodings.push_back({{"family", "ardb"}, {"ardb-fast", "on"}, {"range-erase", "off"}});
  return encodings;
}

inline plan::Plan corner_plan(const std::map<Bytes, Bytes>& options, const Bytes& events) {
  plan::Plan plan = plan::from_text(Bytes(kPreparedKeys) + events);
  plan.options = options;
  plan.options["databases"] = "2";
  return plan;
}

// Plays it; says how often something went wrong in it.
inline int64_t faults_of(const plan::Plan& plan) {
  runtime::FiberStackPool stacks;
  sim::ConcurrentWorld world(plan, stacks);
  const auto violation = world.play();
  if (violation)
    ADD_FAILURE() << violation->law << "\n" << plan::to_text(plan) << violation->detail;
  return world.fault_count();
}

}  // namespace keemun
