#include "runtime/fiber_stack_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace keemun::runtime {
namespace {

TEST(FiberStackPool, LendsWholeWritableStacks) {
  FiberStackPool pool({.stack_bytes = 10'000, .idle_stacks_max = 4});
  const FiberStack stack = pool.take();
  EXPECT_GE(stack.bytes(), 10'000u);
  EXPECT_EQ(stack.bytes() % 4096, 0u);
  EXPECT_EQ(stack.bytes(), pool.stack_bytes());
  EXPECT_EQ(stack.top(), stack.bottom() + stack.bytes());
  std::memset(stack.bottom(), 1, stack.bytes());
}

TEST(FiberStackPool, CountsWhatIsLentAndWhatIsIdle) {
  FiberStackPool pool;
  EXPECT_EQ(pool.live(), 0u);
  {
    const FiberStack a = pool.take();
    const FiberStack b = pool.take();
    EXPECT_EQ(pool.live(), 2u);
    EXPECT_EQ(pool.idle(), 0u);
  }
  EXPECT_EQ(pool.live(), 0u);
  EXPECT_EQ(pool.idle(), 2u);
}

TEST(FiberStackPool, LendsTheStackThatCameBackLast) {
  FiberStackPool pool;
  char* bottom = nullptr;
  {
    const FiberStack cold = pool.take();
    FiberStack warm = pool.take();
    bottom = warm.bottom();
    warm = FiberStack();
    const FiberStack again = pool.take();
    EXPECT_EQ(again.bottom(), bottom);
  }
}

TEST(FiberStackPool, KeepsNoMoreIdleStacksThanItMay) {
  FiberStackPool pool({.stack_bytes = 16 * 1024, .idle_stacks_max = 3});
  std::vector<FiberStack> stacks;
  for (int i = 0; i < 8; ++i) stacks.push_back(pool.take());
  stacks.clear();
  EXPECT_EQ(pool.live(), 0u);
  EXPECT_EQ(pool.idle(), 3u);
}

TEST(FiberStackPool, StacksDoNotOverlapAndHaveAGuardBetween) {
  FiberStackPool pool({.stack_bytes = 16 * 1024, .idle_stacks_max = 3});
  std::vector<FiberStack> stacks;
  std::set<char*> bottoms;
  for (int i = 0; i < 100; ++i) {
    stacks.push_back(pool.take());
    bottoms.insert(stacks.back().bottom());
  }
  const char* end_of_last = nullptr;
  for (char* const bottom : bottoms) {
    if (end_of_last != nullptr) {
      EXPECT_GE(static_cast<size_t>(bottom - end_of_last), FiberStackPool::kGuardBytes);
    }
    end_of_last = bottom + pool.stack_bytes();
  }
}

TEST(FiberStackPool, AMovedStackIsGivenBackOnce) {
  FiberStackPool pool;
  {
    FiberStack first = pool.take();
    FiberStack second = std::move(first);
    first = std::move(second);
    EXPECT_EQ(pool.live(), 1u);
    EXPECT_EQ(pool.idle(), 0u);
  }
  EXPECT_EQ(pool.live(), 0u);
  EXPECT_EQ(pool.idle(), 1u);
}

TEST(FiberStackPool, AnswersBadAllocWhenThereIsNoMemory) {
  FiberStackPool pool({.stack_bytes = size_t{1} << 50, .idle_stacks_max = 1});
  EXPECT_THROW(pool.take(), std::bad_alloc);
  EXPECT_EQ(pool.live(), 0u);
}

TEST(FiberStackPool, AStackThatWasIdleCanBeWrittenEverywhere) {
  FiberStackPool pool;
  { const FiberStack stack = pool.take(); }
  const FiberStack again = pool.take();
  std::fill(again.bottom(), again.top(), '\1');
}

TEST(FiberStackPoolDeathTest, NoByteOfTheGuardCanBeWritten) {
  FiberStackPool pool;
  const FiberStack stack = pool.take();
  volatile char* const bottom = stack.bottom();
  EXPECT_DEATH(bottom[-1] = 1, "");
  EXPECT_DEATH(bottom[-static_cast<ptrdiff_t>(FiberStackPool::kGuardBytes)] = 1, "");
}

#ifdef KEEMUN_ADDRESS_SANITIZER  // nobody else watches idle stacks
TEST(FiberStackPoolDeathTest, FramesOfAnIdleStackCannotBeWrittenUnderAddressSanitizer) {
  FiberStackPool pool;
  volatile char* top = nullptr;
  {
    const FiberStack stack = pool.take();
    top = stack.top();
  }
  EXPECT_DEATH(top[-1] = 1, "use-after-poison");
  EXPECT_DEATH(top[-16 * 1024] = 1, "use-after-poison");
}
#endif

TEST(FiberStackPoolDeathTest, DyingBeforeItsStacksAreBackFails) {
  const auto run = [] {
    FiberStack stack;
    FiberStackPool pool;
    stack = pool.take();
  };
  EXPECT_DEATH(run(), "live_ == 0");
}

}  // namespace
}  // namespace keemun::runtime
