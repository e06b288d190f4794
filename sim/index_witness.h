// Stands between a process of the simulated world and the Redis that keeps the indexes of its
// sorted sets. It notes what became of the changes that an operation made to an index that was
// there already: of such a key the scores are what the operation is about, whatever rows it writes.
#pragma once

#include <span>
#include <vector>

#include "ports/cache_redis.h"
#include "sim/fake_redis.h"
#include "sim/kv_door.h"

namespace keemun::sim {

class IndexWitness final : public ports::CacheRedis {
 public:
  // Both outlive it.
  IndexWitness(FakeRedis& redis, DoorHost& host) : redis_(redis), host_(host) {}

  std::vector<resp::Reply> call(std::span<const ports::RedisCommand> commands) override;

 private:
  class Look;

  FakeRedis& redis_;
  DoorHost& host_;
};

}  // namespace keemun::sim
