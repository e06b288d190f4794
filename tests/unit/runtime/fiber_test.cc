#include "runtime/fiber.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace keemun::runtime {
namespace {

TEST(Fiber, RunsOnlyWhenResumedAndThenToItsEnd) {
  FiberStackPool stacks;
  bool ran = false;
  Fiber fiber(stacks, [&] { ran = true; });
  EXPECT_FALSE(ran);
  EXPECT_FALSE(fiber.done());
  fiber.resume();
  EXPECT_TRUE(ran);
  EXPECT_TRUE(fiber.done());
}

TEST(Fiber, GoesOnAfterSuspendWhereItLeft) {
  FiberStackPool stacks;
  std::vector<int> trace;
  Fiber fiber(stacks, [&] {
    for (int i = 0; i < 3; ++i) {
      trace.push_back(i);
      Fiber::suspend();
    }
  });
  for (int i = 10; !fiber.done(); ++i) {
    fiber.resume();
    trace.push_back(i);
  }
  EXPECT_EQ(trace, (std::vector<int>{0, 10, 1, 11, 2, 12, 13}));
}

TEST(Fiber, LocalsSurviveASwitch) {
  FiberStackPool stacks;
  double sum = 0;
  Fiber fiber(stacks, [&] {
    double a = 0.5;
    int64_t b = 7;
    std::array<char, 3000> block;
    block.fill('x');
    Fiber::suspend();
    sum = a + static_cast<double>(b) + static_cast<double>(block[2999] == 'x');
  });
  fiber.resume();
  fiber.resume();
  EXPECT_EQ(sum, 8.5);
}

TEST(Fiber, CurrentIsTheFiberInsideAndNoneOutside) {
  FiberStackPool stacks;
  EXPECT_EQ(Fiber::current(), nullptr);
  Fiber* seen = nullptr;
  Fiber fiber(stacks, [&] {
    seen = Fiber::current();
    Fiber::suspend();
    EXPECT_EQ(Fiber::current(), seen);
  });
  fiber.resume();
  EXPECT_EQ(seen, &fiber);
  EXPECT_EQ(Fiber::current(), nullptr);
  fiber.resume();
  EXPECT_EQ(Fiber::current(), nullptr);
}

TEST(Fiber, TakesACallableThatCannotBeCopied) {
  FiberStackPool stacks;
  int got = 0;
  Fiber fiber(stacks, [&got, owned = std::make_unique<int>(42)] { got = *owned; });
  fiber.resume();
  EXPECT_EQ(got, 42);
}

TEST(Fiber, PlacesAnOveralignedCallableOnItsAlignment) {
  struct alignas(128) Body {
    uintptr_t* address;
    void operator()() { *address = reinterpret_cast<uintptr_t>(this); }
  };
  FiberStackPool stacks;
  uintptr_t address = 1;
  Fiber fiber(stacks, Body{&address});
  fiber.resume();
  EXPECT_EQ(address % 128, 0u);
}

TEST(Fiber, DestroysItsCallableAndGivesItsStackBackAtTheEnd) {
  FiberStackPool stacks;
  auto owned = std::make_shared<int>(1);
  Fiber fiber(stacks, [owned] { Fiber::suspend(); });
  fiber.resume();
  EXPECT_EQ(owned.use_count(), 2);
  EXPECT_EQ(stacks.live(), 1u);
  fiber.resume();
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_EQ(stacks.live(), 0u);
}

TEST(Fiber, MayResumeAnotherFiberWhichSuspendsBackToIt) {
  FiberStackPool stacks;
  std::vector<int> trace;
  Fiber outer(stacks, [&] {
    Fiber inner(stacks, [&] {
      trace.push_back(2);
      Fiber::suspend();
      trace.push_back(5);
    });
    trace.push_back(1);
    inner.resume();
    EXPECT_NE(Fiber::current(), &inner);
    trace.push_back(3);
    Fiber::suspend();
    inner.resume();
    trace.push_back(6);
  });
  outer.resume();
  trace.push_back(4);
  outer.resume();
  EXPECT_EQ(trace, (std::vector<int>{1, 2, 3, 4, 5, 6}));
}

TEST(Fiber, MayBeResumedByDifferentHosts) {
  FiberStackPool stacks;
  int steps = 0;
  Fiber fiber(stacks, [&] {
    for (; steps < 3; ++steps) Fiber::suspend();
  });
  fiber.resume();
  Fiber other_host(stacks, [&] { fiber.resume(); });
  other_host.resume();
  EXPECT_TRUE(other_host.done());
  fiber.resume();
  fiber.resume();
  EXPECT_TRUE(fiber.done());
}

TEST(Fiber, RecursesAsDeepAsItsStackIsLarge) {
  FiberStackPool stacks;
  int reached = 0;
  std::function<void(int)> descend = [&](int depth) {
    std::array<volatile char, 64> frame;
    frame[0] = 1;
    reached = depth;
    if (depth == 300) {
      Fiber::suspend();
    } else {
      descend(depth + 1);
    }
    frame[63] = 1;
  };
  Fiber fiber(stacks, [&] { descend(0); });
  fiber.resume();
  EXPECT_EQ(reached, 300);
  fiber.resume();
  EXPECT_TRUE(fiber.done());
}

TEST(Fiber, TenThousandMayBeAliveAndRunInTurn) {
  // ThreadSanitizer knows no more than 8,128 threads and fibers together.
  constexpr size_t kCount = kThreadSanitizer ? 4'000 : 10'000;
  FiberStackPool stacks;
  std::vector<std::unique_ptr<Fiber>> fibers;
  size_t sum = 0;
  for (size_t i = 0; i < kCount; ++i) {
    fibers.push_back(std::make_unique<Fiber>(stacks, [&sum, i] {
      size_t mine = i;
      Fiber::suspend();
      sum += mine;
      Fiber::suspend();
      sum -= mine / 2 * 2;
    }));
  }
  EXPECT_EQ(stacks.live(), kCount);
  for (const auto& fiber : fibers) fiber->resume();
  EXPECT_EQ(sum, 0u);
  for (const auto& fiber : fibers) fiber->resume();
  EXPECT_EQ(sum, kCount * (kCount - 1) / 2);
  for (const auto& fiber : fibers) fiber->resume();
  EXPECT_EQ(sum, kCount / 2);
  EXPECT_EQ(stacks.live(), 0u);
}

TEST(Fiber, EachThreadHasItsOwnCurrentFiber) {
  FiberStackPool stacks;
  Fiber fiber(stacks, [] {
    std::thread([] {
      EXPECT_EQ(Fiber::current(), nullptr);
      FiberStackPool own_stacks;
      Fiber own(own_stacks, [] { Fiber::suspend(); });
      own.resume();
      own.resume();
      EXPECT_TRUE(own.done());
    }).join();
    EXPECT_NE(Fiber::current(), nullptr);
  });
  fiber.resume();
  EXPECT_TRUE(fiber.done());
}

TEST(FiberDeathTest, ResumingAFiberThatIsDoneFails) {
  FiberStackPool stacks;
  Fiber fiber(stacks, [] {});
  fiber.resume();
  EXPECT_DEATH(fiber.resume(), "State::kSuspended");
}

TEST(FiberDeathTest, ResumingTheRunningFiberFails) {
  FiberStackPool stacks;
  Fiber fiber(stacks, [] { Fiber::current()->resume(); });
  EXPECT_DEATH(fiber.resume(), "State::kSuspended");
}

TEST(FiberDeathTest, ResumingTheHostFromInsideFails) {
  FiberStackPool stacks;
  Fiber outer(stacks, [&] {
    Fiber* const host = Fiber::current();
    Fiber inner(stacks, [host] { host->resume(); });
    inner.resume();
  });
  EXPECT_DEATH(outer.resume(), "State::kSuspended");
}

TEST(FiberDeathTest, SuspendingWithoutAFiberFails) {
  EXPECT_DEATH(Fiber::suspend(), "self");
}

TEST(FiberDeathTest, ResumingOnAnotherThreadFails) {
  FiberStackPool stacks;
  Fiber fiber(stacks, [] {});
  EXPECT_DEATH(std::thread([&] { fiber.resume(); }).join(), "thread_ ==");
}

#if !defined(KEEMUN_ADDRESS_SANITIZER) && !defined(KEEMUN_THREAD_SANITIZER)  // they take the signal
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winfinite-recursion"
int descend_for_ever(int depth) {
  volatile char frame[512];
  frame[0] = static_cast<char>(depth);
  return descend_for_ever(depth + 1) + frame[0];
}
#pragma GCC diagnostic pop

TEST(FiberDeathTest, AStackThatOverflowsHitsItsGuard) {
  FiberStackPool stacks;
  Fiber fiber(stacks, [] { descend_for_ever(0); });
  EXPECT_EXIT(fiber.resume(), testing::KilledBySignal(SIGSEGV), "");
}
#endif

}  // namespace
}  // namespace keemun::runtime
