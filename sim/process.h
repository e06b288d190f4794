// One process of the simulated world: a core on its doors, the sessions of its clients, its
// collector of garbage. Lives until it is crashed; what it kept in memory is gone then.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "plan/draw.h"
#include "ports/clock.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/fake_redis.h"
#include "sim/kv_door.h"
#include "sim/redis_door.h"
#include "sim/sim_clock.h"
#include "sim/sim_random.h"
#include "sim/world_collector.h"
#include "sim/world_options.h"

namespace keemun::sim {

class Process {
 public:
  // What it stands on outlives it.
  struct Ground {
    SimKv& kv;
    Weather& weather;
    ports::Clock& clock;
    ports::Random& random;
    FakeRedis& copies;
    FakeRedis& indexes;
    DoorHost& host;
  };
  Process(const Ground& ground, const WorldOptions& options);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  session::Core& core() { return core_; }
  session::Session& session(uint32_t client);
  WorldCollector* collector() { return collector_.get(); }
  // The time of commands.
  int64_t now_ms() { return core_.now_ms(); }

 private:
  KvDoor kv_door_;
  RedisDoor copies_door_;
  RedisDoor indexes_door_;
  session::Core core_;
  std::unique_ptr<WorldCollector> collector_;
  std::map<uint32_t, std::unique_ptr<session::Session>> sessions_;
};

}  // namespace keemun::sim
