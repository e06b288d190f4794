// A Redis as one process of the simulated world sees it: every call takes its time, in which others
// run.
#pragma once

#include <span>
#include <vector>

#include "ports/cache_redis.h"
#include "sim/kv_door.h"

namespace keemun::sim {

class RedisDoor final : public ports::CacheRedis {
 public:
  // Both outlive it.
  RedisDoor(ports::CacheRedis& redis, DoorHost& host) : redis_(redis), host_(host) {}

  std::vector<resp::Reply> call(std::span<const ports::RedisCommand> commands) override {
    host_.pause();
    if (CommitTrack* track = host_.track(); track != nullptr && track->commit == 0) {
      track->last_call_at = host_.step();
    }
    auto replies = redis_.call(commands);
    host_.pause();
    return replies;
  }

 private:
  ports::CacheRedis& redis_;
  DoorHost& host_;
};

}  // namespace keemun::sim
