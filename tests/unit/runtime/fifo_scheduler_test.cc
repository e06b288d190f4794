#include "fifo_scheduler.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "runtime/event.h"

namespace keemun::runtime {
namespace {

class FifoSchedulerTest : public testing::Test {
 protected:
  FiberStackPool stacks_;
  FifoScheduler scheduler_{stacks_};
  std::vector<int> trace_;
};

TEST_F(FifoSchedulerTest, RunsFibersInTheOrderOfTheirSpawning) {
  for (int i = 0; i < 3; ++i) scheduler_.spawn([&, i] { trace_.push_back(i); });
  EXPECT_TRUE(trace_.empty());
  EXPECT_EQ(scheduler_.alive(), 3u);
  EXPECT_EQ(scheduler_.ready(), 3u);
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(scheduler_.alive(), 0u);
  EXPECT_EQ(scheduler_.ready(), 0u);
  EXPECT_EQ(stacks_.live(), 0u);
}

TEST_F(FifoSchedulerTest, RunOneResumesOneFiberOnce) {
  for (int i = 0; i < 2; ++i) {
    scheduler_.spawn([&, i] {
      trace_.push_back(i);
      Scheduler::yield();
      trace_.push_back(i + 10);
    });
  }
  EXPECT_TRUE(scheduler_.run_one());
  EXPECT_EQ(trace_, (std::vector<int>{0}));
  EXPECT_TRUE(scheduler_.run_one());
  EXPECT_TRUE(scheduler_.run_one());
  EXPECT_TRUE(scheduler_.run_one());
  EXPECT_EQ(trace_, (std::vector<int>{0, 1, 10, 11}));
  EXPECT_FALSE(scheduler_.run_one());
}

TEST_F(FifoSchedulerTest, AFiberKnowsItsScheduler) {
  scheduler_.spawn([&] {
    EXPECT_EQ(Fiber::current()->scheduler(), &scheduler_);
    trace_.push_back(1);
  });
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_.size(), 1u);
}

TEST_F(FifoSchedulerTest, AFiberMaySpawnFibers) {
  scheduler_.spawn([&] {
    scheduler_.spawn([&] { trace_.push_back(2); });
    trace_.push_back(1);
  });
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{1, 2}));
}

TEST_F(FifoSchedulerTest, AnExceptionEndsItsFiberAndLeavesTheOthers) {
  scheduler_.spawn([] { throw std::runtime_error("mine"); });
  scheduler_.spawn([&] { trace_.push_back(1); });
  EXPECT_THROW(scheduler_.run_until_idle(), std::runtime_error);
  EXPECT_EQ(scheduler_.alive(), 1u);
  EXPECT_TRUE(trace_.empty());
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{1}));
  EXPECT_EQ(stacks_.live(), 0u);
}

TEST_F(FifoSchedulerTest, DropTakesAReadyFiberOutOfTheQueue) {
  scheduler_.spawn([&] { trace_.push_back(0); });
  Fiber& doomed = scheduler_.spawn([&] { trace_.push_back(1); });
  scheduler_.spawn([&] { trace_.push_back(2); });
  scheduler_.drop(doomed);
  EXPECT_EQ(scheduler_.alive(), 2u);
  EXPECT_EQ(scheduler_.ready(), 2u);
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{0, 2}));
}

TEST_F(FifoSchedulerTest, AFiberMayDropAnother) {
  Event never;
  Fiber& doomed = scheduler_.spawn([&] {
    never.wait();
    trace_.push_back(1);
  });
  scheduler_.spawn([&] {
    scheduler_.drop(doomed);
    trace_.push_back(2);
  });
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{2}));
  EXPECT_EQ(scheduler_.alive(), 0u);
}

struct SetsWhenDestroyed {
  Event* event;

  ~SetsWhenDestroyed() { event->set(); }
};

TEST_F(FifoSchedulerTest, DropAllUnwindsEveryFiberAndRunsNone) {
  auto released = std::make_unique<Event>();
  auto owned = std::make_shared<int>(1);
  scheduler_.spawn([&, owned] {
    const SetsWhenDestroyed gate{released.get()};
    Event never;
    never.wait();
    trace_.push_back(1);
  });
  scheduler_.spawn([&, owned] {
    released->wait();
    trace_.push_back(2);
  });
  scheduler_.run_until_idle();
  scheduler_.spawn([&, owned] { trace_.push_back(3); });
  EXPECT_EQ(owned.use_count(), 4);
  scheduler_.drop_all();
  EXPECT_TRUE(trace_.empty());
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_EQ(scheduler_.alive(), 0u);
  EXPECT_EQ(scheduler_.ready(), 0u);
  EXPECT_EQ(stacks_.live(), 0u);
}

TEST_F(FifoSchedulerTest, GoesOnAfterDropAll) {
  scheduler_.spawn([&] { trace_.push_back(1); });
  scheduler_.drop_all();
  scheduler_.spawn([&] { trace_.push_back(2); });
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{2}));
}

TEST_F(FifoSchedulerTest, DropsItsFibersWhenItDies) {
  auto owned = std::make_shared<int>(1);
  Event never;
  {
    FifoScheduler dying(stacks_);
    dying.spawn([&never, owned] { never.wait(); });
    dying.run_until_idle();
    EXPECT_EQ(owned.use_count(), 2);
  }
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_EQ(stacks_.live(), 0u);
}

// Another scheduler, with another order: what Event and yield() need of one is its interface.
class LastFirstScheduler final : public Scheduler {
 public:
  void make_ready(Fiber& fiber) override { ready_.push_back(&fiber); }

  void run_until_idle() {
    while (!ready_.empty()) {
      Fiber* const fiber = ready_.back();
      ready_.pop_back();
      fiber->resume();
    }
  }

 private:
  std::vector<Fiber*> ready_;
};

TEST(Scheduler, AnotherOneMayChooseAnotherOrder) {
  FiberStackPool stacks;
  LastFirstScheduler scheduler;
  Event event;
  std::vector<int> trace;
  std::vector<std::unique_ptr<Fiber>> fibers;
  for (int i = 0; i < 3; ++i) {
    fibers.push_back(std::make_unique<Fiber>(
        stacks,
        [&, i] {
          trace.push_back(i);
          event.wait();
          trace.push_back(i + 10);
        },
        &scheduler));
    scheduler.make_ready(*fibers.back());
  }
  scheduler.run_until_idle();
  event.set();
  scheduler.run_until_idle();
  EXPECT_EQ(trace, (std::vector<int>{2, 1, 0, 10, 11, 12}));
}

using FifoSchedulerDeathTest = FifoSchedulerTest;

TEST_F(FifoSchedulerDeathTest, MakingAReadyFiberReadyFails) {
  Fiber& fiber = scheduler_.spawn([] {});
  EXPECT_DEATH(scheduler_.make_ready(fiber), "in_queue");
}

TEST_F(FifoSchedulerDeathTest, MakingSomebodyElsesFiberReadyFails) {
  Fiber fiber(stacks_, [] {});
  EXPECT_DEATH(scheduler_.make_ready(fiber), "scheduler");
}

TEST_F(FifoSchedulerDeathTest, ResumingAWaitingFiberThatIsNotReadyFails) {
  Event event;
  Fiber& fiber = scheduler_.spawn([&] { event.wait(); });
  scheduler_.run_until_idle();
  EXPECT_DEATH(fiber.resume(), "woken");
  event.set();
}

TEST_F(FifoSchedulerDeathTest, RunningItFromItsOwnFiberFails) {
  scheduler_.spawn([&] { scheduler_.run_one(); });
  EXPECT_DEATH(scheduler_.run_until_idle(), "current");
}

}  // namespace
}  // namespace keemun::runtime
