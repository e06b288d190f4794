// One process of the simulated world: a core on its doors, the sessions of its clients, its
// collector of garbage and, where it shares the store with others, its claims to keys. Lives until
// it is crashed; what it kept in memory is gone then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "cluster/claims.h"
#include "ports/clock.h"
#include "ports/turn.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/fake_redis.h"
#include "sim/index_witness.h"
#include "sim/kv_door.h"
#include "sim/redis_door.h"
#include "sim/world_collector.h"
#include "sim/world_options.h"

namespace keemun::sim {

class Process final : public cluster::Tenant {
 public:
  // Few, so that plans see all of them change hands.
  static constexpr size_t kShares = 4;
  static constexpr int64_t kLeaseMs = 3'000;

  // What it stands on outlives it.
  struct Ground {
    SimKv& kv;
    Weather& weather;
    ports::Clock& clock;
    ports::SteadyClock& steady;
    ports::Random& random;
    FakeRedis& copies;
    FakeRedis& indexes;
    DoorHost& host;
    size_t number = 0;  // of the process, from 0
  };
  Process(const Ground& ground, const WorldOptions& options);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  session::Core& core() { return core_; }
  session::Session& session(uint32_t client);
  WorldCollector* collector() { return collector_.get(); }
  // Null where it has the store to itself.
  cluster::Claims* claims() { return claims_ ? &*claims_ : nullptr; }
  // The time of commands.
  int64_t now_ms() override { return core_.now_ms(); }

 private:
  // Others come in between before each reading, also where it is answered from memory.
  class Turn final : public ports::Turn {
   public:
    explicit Turn(DoorHost& host) : host_(host) {}
    void let_others_go() override { host_.pause(); }
    void enter() override {}
    void leave() override {}

   private:
    DoorHost& host_;
  };

  void take_over(int64_t not_before_ms) override { core_.take_over(not_before_ms); }
  session::CoreSettings settings_of(const WorldOptions& options, size_t number);

  Turn turn_;
  KvDoor kv_door_;
  RedisDoor copies_door_;
  IndexWitness index_witness_;
  RedisDoor indexes_door_;
  session::Core core_;
  std::optional<cluster::Claims> claims_;
  std::unique_ptr<WorldCollector> collector_;
  std::map<uint32_t, std::unique_ptr<session::Session>> sessions_;
};

}  // namespace keemun::sim
