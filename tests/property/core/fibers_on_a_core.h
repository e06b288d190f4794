// One core on a simulated store, and clients that are fibers: whoever calls the store lets others
// run, and a seed says whom.
#pragma once

#include <cstdlib>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "commands/call.h"
#include "runtime/fiber.h"
#include "runtime/fiber_stack_pool.h"
#include "runtime/scheduler.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/kv_door.h"
#include "sim/kv_profile.h"
#include "sim/seeded_scheduler.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"
#include "sim/weather.h"

namespace keemun {

inline resp::Reply ask(session::Session& session, const std::vector<Bytes>& words) {
  return session.execute(commands::views_of(words));
}

class FibersOnACore : private sim::DoorHost {
 public:
  FibersOnACore(const sim::KvProfile& profile, const session::CoreSettings& settings,
                const sim::SeededScheduler::Options& schedule)
      : kv_(profile),
        weather_(kv_),
        door_(kv_, weather_, *this),
        random_(schedule.seed),
        core_(door_, clock_, random_, settings),
        scheduler_(stacks_, schedule) {
    pass_ms(kv_.capabilities().late_write_ms);
  }

  // One step of somebody; false when everybody has come to an end, which they must: who waited for
  // ever would check nothing.
  bool step() {
    constexpr uint64_t kStepsMax = 1'000'000;
    CHECK(scheduler_.steps() < kStepsMax);
    if (scheduler_.run_one()) return true;
    CHECK(scheduler_.alive() == 0);
    return false;
  }

  void pass_ms(int64_t ms) {
    clock_.advance(ms);
    weather_.pass_ms(ms);
  }
  // Nothing goes wrong any more, and nothing is on its way.
  void calm() {
    weather_.calm();
    weather_.land_all();
  }

  sim::Weather& weather() { return weather_; }
  session::Core& core() { return core_; }
  sim::SeededScheduler& scheduler() { return scheduler_; }

 private:
  void pause() override {
    if (runtime::Fiber::current() != nullptr) runtime::Scheduler::yield();
  }
  [[noreturn]] void die() override { std::abort(); }
  bool is_dying() const override { return false; }
  uint64_t step() const override { return 0; }
  sim::CommitTrack* track() override { return nullptr; }
  void lost_a_record() override {}

  sim::SimKv kv_;
  sim::Weather weather_;
  sim::KvDoor door_;
  sim::SimClock clock_{1'700'000'000'000};
  sim::SimRandom random_;
  session::Core core_;
  runtime::FiberStackPool stacks_;
  sim::SeededScheduler scheduler_;
};

}  // namespace keemun
