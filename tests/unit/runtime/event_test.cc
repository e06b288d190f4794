#include "runtime/event.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "fifo_scheduler.h"

namespace keemun::runtime {
namespace {

class EventTest : public testing::Test {
 protected:
  FiberStackPool stacks_;
  FifoScheduler scheduler_{stacks_};
  std::vector<int> trace_;
};

TEST_F(EventTest, WaitReturnsAtOnceWhenItIsSet) {
  Event event;
  event.set();
  EXPECT_TRUE(event.is_set());
  event.wait();  // on a plain thread, too
  scheduler_.spawn([&] {
    event.wait();
    trace_.push_back(1);
  });
  EXPECT_TRUE(scheduler_.run_one());
  EXPECT_EQ(trace_, (std::vector<int>{1}));
}

TEST_F(EventTest, WaitSuspendsUntilSet) {
  Event event;
  scheduler_.spawn([&] {
    trace_.push_back(1);
    event.wait();
    trace_.push_back(2);
  });
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{1}));
  EXPECT_EQ(scheduler_.alive(), 1u);
  event.set();
  EXPECT_EQ(trace_, (std::vector<int>{1}));  // set() never switches
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{1, 2}));
  EXPECT_EQ(scheduler_.alive(), 0u);
}

TEST_F(EventTest, MayBeSetByAnotherFiber) {
  Event event;
  scheduler_.spawn([&] {
    event.wait();
    trace_.push_back(2);
  });
  scheduler_.spawn([&] {
    event.set();
    trace_.push_back(1);
  });
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{1, 2}));
}

TEST_F(EventTest, WakesAllWhoWaitInTheOrderOfTheirComing) {
  Event event;
  for (int i = 0; i < 5; ++i) {
    scheduler_.spawn([&, i] {
      event.wait();
      trace_.push_back(i);
    });
  }
  scheduler_.run_until_idle();
  event.set();
  EXPECT_EQ(scheduler_.ready(), 5u);
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST_F(EventTest, EveryOrderOfSettingEndsEveryFiber) {
  std::array<size_t, 4> order{0, 1, 2, 3};
  do {
    std::array<Event, 4> events;
    std::vector<size_t> ended;
    for (size_t i = 0; i < events.size(); ++i) {
      scheduler_.spawn([&, i] {
        events[i].wait();
        events[(i + 1) % events.size()].wait();
        ended.push_back(i);
      });
    }
    for (const size_t next : order) {
      scheduler_.run_until_idle();
      events[next].set();
    }
    scheduler_.run_until_idle();
    EXPECT_EQ(scheduler_.alive(), 0u);
    EXPECT_EQ(ended.size(), events.size());
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_F(EventTest, MayLieOnTheStackOfTheFiberThatWaits) {
  Event* asked = nullptr;
  scheduler_.spawn([&] {
    for (int i = 0; i < 3; ++i) {
      Event answered;
      asked = &answered;
      answered.wait();
      trace_.push_back(i);
    }
  });
  scheduler_.run_until_idle();
  for (int i = 0; i < 3; ++i) {
    asked->set();
    scheduler_.run_until_idle();
  }
  EXPECT_EQ(trace_, (std::vector<int>{0, 1, 2}));
}

TEST_F(EventTest, MayBeDestroyedAsSoonAsItIsSet) {
  auto event = std::make_unique<Event>();
  scheduler_.spawn([&] {
    event->wait();
    trace_.push_back(1);
  });
  scheduler_.run_until_idle();
  event->set();
  event.reset();
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{1}));
}

TEST_F(EventTest, ForgetsAFiberThatIsDroppedWhileItWaits) {
  Event event;
  std::vector<Fiber*> fibers;
  for (int i = 0; i < 3; ++i) {
    fibers.push_back(&scheduler_.spawn([&, i] {
      event.wait();
      trace_.push_back(i);
    }));
  }
  scheduler_.run_until_idle();
  scheduler_.drop(*fibers[1]);
  event.set();
  scheduler_.run_until_idle();
  EXPECT_EQ(trace_, (std::vector<int>{0, 2}));
}

TEST_F(EventTest, AFiberThatIsDroppedBetweenSetAndItsTurnDoesNotGoOn) {
  Event event;
  Fiber& fiber = scheduler_.spawn([&] {
    event.wait();
    trace_.push_back(1);
  });
  scheduler_.run_until_idle();
  event.set();
  scheduler_.drop(fiber);
  EXPECT_EQ(scheduler_.ready(), 0u);
  scheduler_.run_until_idle();
  EXPECT_TRUE(trace_.empty());
  EXPECT_EQ(stacks_.live(), 0u);
}

// How a port's pending completion lives and dies: registered while the fiber waits, taken out when
// the wait ends in any way.
class Completions {
 public:
  void ask() {
    Event answered;
    const Registration registration(*this, answered);
    answered.wait();
  }
  void answer_all() {
    for (Event* const event : std::vector<Event*>(pending_)) event->set();
  }
  size_t pending() const { return pending_.size(); }

 private:
  struct Registration {
    Registration(Completions& all, Event& event) : owner(all), mine(&event) {
      owner.pending_.push_back(mine);
    }
    ~Registration() { std::erase(owner.pending_, mine); }

    Completions& owner;
    Event* const mine;
  };

  std::vector<Event*> pending_;
};

TEST_F(EventTest, APendingCompletionUnregistersWhenItsFiberIsDropped) {
  Completions completions;
  for (int i = 0; i < 4; ++i) {
    scheduler_.spawn([&] {
      completions.ask();
      trace_.push_back(1);
    });
  }
  scheduler_.run_until_idle();
  EXPECT_EQ(completions.pending(), 4u);
  scheduler_.drop_all();
  EXPECT_EQ(completions.pending(), 0u);
  completions.answer_all();
  EXPECT_TRUE(trace_.empty());
}

using EventDeathTest = EventTest;

TEST_F(EventDeathTest, SettingTwiceFails) {
  Event event;
  event.set();
  EXPECT_DEATH(event.set(), "set_");
}

TEST_F(EventDeathTest, WaitingWithoutAFiberFails) {
  Event event;
  EXPECT_DEATH(event.wait(), "fiber != nullptr");
}

TEST_F(EventDeathTest, WaitingInAFiberWithoutASchedulerFails) {
  Event event;
  Fiber fiber(stacks_, [&] { event.wait(); });
  EXPECT_DEATH(fiber.resume(), "scheduler");
}

TEST_F(EventDeathTest, DyingWithFibersWaitingFails) {
  auto event = std::make_unique<Event>();
  scheduler_.spawn([&] { event->wait(); });
  scheduler_.run_until_idle();
  EXPECT_DEATH(event.reset(), "empty");
  event->set();
}

}  // namespace
}  // namespace keemun::runtime
