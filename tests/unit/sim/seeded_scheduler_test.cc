#include "sim/seeded_scheduler.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <vector>

#include "runtime/event.h"

namespace keemun::sim {
namespace {

using Mode = SeededScheduler::Mode;
using Trace = std::vector<int>;

void run_step_by_step(SeededScheduler& scheduler) {
  while (scheduler.run_one()) {
  }
}

// Which of three fibers ran, step by step, when each yields twice.
Trace play(Mode mode, uint64_t seed, void (*run)(SeededScheduler&) = run_step_by_step) {
  runtime::FiberStackPool stacks;
  SeededScheduler scheduler(
      stacks,
      {.mode = mode, .seed = seed, .depth = 3, .steps_likely = 9, .script = {2, 1, 2, 0, 1}});
  Trace trace;
  for (int i = 0; i < 3; ++i) {
    scheduler.spawn([&trace, i] {
      for (int step = 0; step < 3; ++step) {
        if (step > 0) runtime::Scheduler::yield();
        trace.push_back(i);
      }
    });
  }
  run(scheduler);
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

// Who goes on at once is not switched away from; nobody can tell.
TEST(SeededScheduler, ManyStepsAtOnceAreTheSameSteps) {
  const auto at_once = [](SeededScheduler& scheduler) { scheduler.run_until_idle(); };
  const auto four_by_four = [](SeededScheduler& scheduler) {
    while (!scheduler.is_idle()) scheduler.run(4);
  };
  for (const Mode mode : {Mode::kFifo, Mode::kUniform, Mode::kScript, Mode::kPct}) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      const Trace one_by_one = play(mode, seed);
      EXPECT_EQ(play(mode, seed, at_once), one_by_one);
      EXPECT_EQ(play(mode, seed, four_by_four), one_by_one);
    }
  }
}

TEST(SeededScheduler, RunsNoFurtherThanItIsTold) {
  runtime::FiberStackPool stacks;
  SeededScheduler scheduler(stacks, {.mode = Mode::kFifo, .seed = 1});
  int steps = 0;
  const auto count = [&] {
    while (true) {
      ++steps;
      if (steps == 20) scheduler.stop();
      runtime::Scheduler::yield();
    }
  };
  scheduler.spawn(count);
  scheduler.run(0);
  EXPECT_EQ(steps, 0);
  scheduler.run(7);
  EXPECT_EQ(steps, 7);
  EXPECT_TRUE(scheduler.run_one());
  EXPECT_EQ(steps, 8);
  scheduler.run(100);  // until it is stopped
  EXPECT_EQ(steps, 20);
  EXPECT_EQ(scheduler.steps(), 20u);
  scheduler.spawn([] { throw std::runtime_error("a step that fails"); });
  EXPECT_THROW(scheduler.run(100), std::runtime_error);
  EXPECT_EQ(steps, 21);
  EXPECT_TRUE(scheduler.run_one());
  EXPECT_EQ(steps, 22);
  EXPECT_FALSE(scheduler.is_idle());
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
