// Dropping: the simulated crash of what runs on a fiber.
#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "runtime/fiber.h"

namespace keemun::runtime {
namespace {

struct Notes {
  std::vector<int>* trace;
  int number;

  ~Notes() { trace->push_back(number); }
};

static_assert(!std::is_base_of_v<std::exception, FiberDropped>);

TEST(DroppedFiber, ThatNeverRanDestroysItsCallableOnly) {
  FiberStackPool stacks;
  auto owned = std::make_shared<int>(1);
  bool ran = false;
  std::optional<Fiber> fiber;
  fiber.emplace(stacks, [owned, &ran] { ran = true; });
  EXPECT_EQ(owned.use_count(), 2);
  fiber.reset();
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_FALSE(ran);
  EXPECT_EQ(stacks.live(), 0u);
}

TEST(DroppedFiber, RunsTheDestructorsOfAllFramesInnermostFirst) {
  FiberStackPool stacks;
  std::vector<int> trace;
  auto owned = std::make_shared<int>(1);
  {
    const std::function<void(int)> nest = [&](int depth) {
      const Notes notes{&trace, depth};
      if (depth == 3) {
        Fiber::suspend();
      } else {
        nest(depth + 1);
      }
      trace.push_back(-1);
    };
    Fiber fiber(stacks, [&nest, owned] { nest(1); });
    fiber.resume();
    EXPECT_TRUE(trace.empty());
  }
  EXPECT_EQ(trace, (std::vector<int>{3, 2, 1}));
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_EQ(stacks.live(), 0u);
}

TEST(DroppedFiber, IsNotCaughtAsAnError) {
  FiberStackPool stacks;
  bool caught = false;
  bool passed = false;
  {
    Fiber fiber(stacks, [&] {
      try {
        Fiber::suspend();
      } catch (const std::exception&) {
        caught = true;
      } catch (...) {
        passed = true;
        throw;
      }
    });
    fiber.resume();
  }
  EXPECT_FALSE(caught);
  EXPECT_TRUE(passed);
}

TEST(DroppedFiber, InsideAHandlerFreesTheExceptionToo) {
  FiberStackPool stacks;
  auto owned = std::make_shared<int>(1);
  {
    Fiber fiber(stacks, [&] {
      try {
        throw owned;
      } catch (const std::shared_ptr<int>&) {
        Fiber::suspend();
      }
    });
    fiber.resume();
    EXPECT_EQ(owned.use_count(), 2);
  }
  EXPECT_EQ(owned.use_count(), 1);
}

TEST(DroppedFiber, MayBeDroppedWhileTheHostUnwinds) {
  FiberStackPool stacks;
  std::vector<int> trace;
  try {
    Fiber fiber(stacks, [&] {
      const Notes notes{&trace, 1};
      Fiber::suspend();
    });
    fiber.resume();
    throw std::runtime_error("host");
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "host");
  }
  EXPECT_EQ(trace, (std::vector<int>{1}));
  EXPECT_EQ(std::uncaught_exceptions(), 0);
}

TEST(DroppedFiber, DropsTheSuspendedFibersThatItOwns) {
  FiberStackPool stacks;
  std::vector<int> trace;
  {
    Fiber outer(stacks, [&] {
      const Notes outer_notes{&trace, 2};
      Fiber inner(stacks, [&] {
        const Notes inner_notes{&trace, 1};
        Fiber::suspend();
      });
      inner.resume();
      Fiber::suspend();
    });
    outer.resume();
  }
  EXPECT_EQ(trace, (std::vector<int>{1, 2}));
  EXPECT_EQ(stacks.live(), 0u);
}

TEST(DroppedFiber, MayBeDroppedByAnotherFiber) {
  FiberStackPool stacks;
  std::vector<int> trace;
  std::optional<Fiber> victim;
  victim.emplace(stacks, [&] {
    const Notes notes{&trace, 1};
    Fiber::suspend();
  });
  victim->resume();
  Fiber killer(stacks, [&] {
    victim.reset();
    trace.push_back(2);
  });
  killer.resume();
  EXPECT_EQ(trace, (std::vector<int>{1, 2}));
}

TEST(DroppedFiber, OneOfManyLeavesTheOthersAlone) {
  FiberStackPool stacks;
  std::vector<int> trace;
  std::vector<std::unique_ptr<Fiber>> fibers;
  for (int i = 0; i < 10; ++i) {
    fibers.push_back(std::make_unique<Fiber>(stacks, [&trace, i] {
      Fiber::suspend();
      trace.push_back(i);
    }));
    fibers.back()->resume();
  }
  for (size_t i = 0; i < fibers.size(); i += 2) fibers[i].reset();
  for (size_t i = 1; i < fibers.size(); i += 2) fibers[i]->resume();
  EXPECT_EQ(trace, (std::vector<int>{1, 3, 5, 7, 9}));
}

TEST(DroppedFiberDeathTest, ThatSwallowsTheUnwindingAndSuspendsAgainFails) {
  FiberStackPool stacks;
  const auto run = [&] {
    Fiber fiber(stacks, [] {
      try {
        Fiber::suspend();
      } catch (...) {
      }
      Fiber::suspend();
    });
    fiber.resume();
  };
  EXPECT_DEATH(run(), "fiber.cc.*dropping_|dropping_.*fiber.cc");
}

TEST(DroppedFiberDeathTest, ThatSwallowsTheUnwindingAndReturnsFails) {
  FiberStackPool stacks;
  const auto run = [&] {
    Fiber fiber(stacks, [] {
      try {
        Fiber::suspend();
      } catch (...) {
      }
    });
    fiber.resume();
  };
  EXPECT_DEATH(run(), "dropping_");
}

TEST(DroppedFiberDeathTest, ThatTurnsTheUnwindingIntoAnErrorFails) {
  FiberStackPool stacks;
  const auto run = [&] {
    Fiber fiber(stacks, [] {
      try {
        Fiber::suspend();
      } catch (...) {
        throw std::runtime_error("something went wrong");
      }
    });
    fiber.resume();
  };
  EXPECT_DEATH(run(), "dropping_");
}

TEST(DroppedFiberDeathTest, WhileItRunsFails) {
  FiberStackPool stacks;
  std::optional<Fiber> fiber;
  fiber.emplace(stacks, [&] { fiber.reset(); });
  EXPECT_DEATH(fiber->resume(), "State::kRunning");
}

}  // namespace
}  // namespace keemun::runtime
