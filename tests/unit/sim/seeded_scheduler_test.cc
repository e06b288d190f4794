#include "sim/seeded_scheduler.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "runtime/event.h"

namespace keemun::sim {
namespace {

using Mode = SeededScheduler::Mode;
using Trace = std::vector<int>;

// Which of three fibers ran, step by step, when each yields twice.
Trace play(Mode mode, uint64_t seed) {
  runtime::FiberStackPool stacks;
  SeededScheduler scheduler(stacks, {.mode = mode, .seed = seed, .depth = 3, .steps_likely = 9});
  Trace trace;
  for (int i = 0; i < 3; ++i) {
    scheduler.spawn([&trace, i] {
      for (int step = 0; step < 3; ++step) {
        if (step > 0) runtime::Scheduler::yield();
        trace.push_back(i);
      }
    });
  }
  scheduler.run_until_idle();
  EXPECT_EQ(scheduler.alive(), 0u);
  EXPECT_EQ(scheduler.steps(), 9u);
  return trace;
}

std::set<Trace> orders(Mode mode, uint64_t seeds) {
  std::set<Trace> seen;
  for (uint64_t seed = 0; seed < seeds; ++seed) seen.insert(play(mode, seed));
  return seen;
}

TEST(SeededScheduler, SameSeedRunsTheSameSteps) {
  for (const Mode mode : {Mode::kFifo, Mode::kUniform, Mode::kPct}) {
    for (uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(play(mode, seed), play(mode, seed));
  }
}

TEST(SeededScheduler, FifoKnowsOneOrder) {
  EXPECT_EQ(orders(Mode::kFifo, 50), (std::set<Trace>{{0, 1, 2, 0, 1, 2, 0, 1, 2}}));
}

TEST(SeededScheduler, UniformReachesEveryOrder) {
  EXPECT_EQ(orders(Mode::kUniform, 40000).size(), 1680u);  // 9! / (3! 3! 3!)
}

TEST(SeededScheduler, PctLeavesARunningFiberAtMostAtItsChanges) {
  const std::set<Trace> seen = orders(Mode::kPct, 500);
  EXPECT_GT(seen.size(), 20u);
  for (const Trace& trace : seen) {
    int switches = 0;
    for (size_t i = 1; i < trace.size(); ++i) switches += trace[i] != trace[i - 1];
    EXPECT_LE(switches, 4);  // two ends of fibers, two changes
  }
}

TEST(SeededScheduler, WhoIsHeldStandsStillUntilItIsReleased) {
  runtime::FiberStackPool stacks;
  SeededScheduler scheduler(stacks, {.mode = Mode::kFifo, .seed = 1});
  Trace trace;
  for (const int group : {1, 2}) {
    const auto body = [&trace, group] {
      trace.push_back(group);
      runtime::Scheduler::yield();
      trace.push_back(group + 10);
    };
    scheduler.spawn(body, static_cast<size_t>(group));
  }
  ASSERT_TRUE(scheduler.run_one());
  scheduler.hold(1);
  scheduler.spawn([&trace] { trace.push_back(3); }, 1);
  scheduler.run_until_idle();
  EXPECT_EQ(trace, (Trace{1, 2, 12}));
  EXPECT_EQ(scheduler.alive(), 2u);
  scheduler.release(1);
  scheduler.run_until_idle();
  EXPECT_EQ(trace, (Trace{1, 2, 12, 11, 3}));
}

TEST(SeededScheduler, ACrashOfOneGroupLeavesTheOthers) {
  runtime::FiberStackPool stacks;
  SeededScheduler scheduler(stacks, {.mode = Mode::kFifo, .seed = 1});
  Trace trace;
  for (const int group : {1, 2, 1}) {
    scheduler.spawn([&trace, group] { trace.push_back(group); }, static_cast<size_t>(group));
  }
  scheduler.hold(1);
  scheduler.drop(1);
  EXPECT_FALSE(scheduler.is_held(1));
  scheduler.run_until_idle();
  EXPECT_EQ(trace, (Trace{2}));
}

TEST(SeededScheduler, ACrashUnwindsWhoWaitsAndWhoIsReady) {
  runtime::FiberStackPool stacks;
  runtime::Event never;
  int unwound = 0;
  struct Count {
    int& count;
    ~Count() { ++count; }
  };
  {
    SeededScheduler scheduler(stacks, {.mode = Mode::kUniform, .seed = 7});
    scheduler.spawn([&] {
      const Count count{unwound};
      never.wait();
    });
    scheduler.run_until_idle();
    EXPECT_EQ(scheduler.alive(), 1u);
    scheduler.spawn([&] {
      const Count count{unwound};
      runtime::Scheduler::yield();
    });
    EXPECT_TRUE(scheduler.run_one());
    scheduler.drop_all();
    EXPECT_EQ(unwound, 2);
    EXPECT_FALSE(scheduler.run_one());
  }
  EXPECT_EQ(stacks.live(), 0u);
}

}  // namespace
}  // namespace keemun::sim
