// Exceptions on fibers: each stack has its own, whatever runs between.
#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/fiber.h"

namespace keemun::runtime {
namespace {

std::string text_of_current() {
  const std::exception_ptr current = std::current_exception();
  if (current == nullptr) return "none";
  try {
    std::rethrow_exception(current);
  } catch (const std::exception& error) {
    return error.what();
  }
}

TEST(FiberException, ThrownAndCaughtInsideStaysInside) {
  FiberStackPool stacks;
  std::string caught;
  Fiber fiber(stacks, [&] {
    try {
      throw std::runtime_error("inside");
    } catch (const std::runtime_error& error) {
      caught = error.what();
    }
  });
  fiber.resume();
  EXPECT_EQ(caught, "inside");
  EXPECT_TRUE(fiber.done());
}

TEST(FiberException, ThatLeavesTheCallableLeavesResume) {
  FiberStackPool stacks;
  Fiber fiber(stacks, [] {
    Fiber::suspend();
    throw std::runtime_error("out");
  });
  fiber.resume();
  try {
    fiber.resume();
    FAIL() << "resume returned";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "out");
  }
  EXPECT_TRUE(fiber.done());
  EXPECT_EQ(stacks.live(), 0u);
}

TEST(FiberException, PassesThroughNestedFibers) {
  FiberStackPool stacks;
  Fiber outer(stacks, [&] {
    Fiber inner(stacks, [] { throw std::logic_error("deep"); });
    inner.resume();
  });
  EXPECT_THROW(outer.resume(), std::logic_error);
  EXPECT_TRUE(outer.done());
}

TEST(FiberException, ThrownAcrossASuspendIsCaughtByTheFramesBeforeIt) {
  FiberStackPool stacks;
  bool caught = false;
  Fiber fiber(stacks, [&] {
    try {
      Fiber::suspend();
      throw 7;
    } catch (int seven) {
      caught = seven == 7;
    }
  });
  fiber.resume();
  try {
    throw std::runtime_error("the host has its own");
  } catch (const std::runtime_error&) {
    fiber.resume();
  }
  EXPECT_TRUE(caught);
}

TEST(FiberException, HandlersOfTwoFibersInterleaveAndEachRethrowsItsOwn) {
  FiberStackPool stacks;
  std::vector<std::string> seen;
  const auto body = [&](const std::string& name) {
    try {
      try {
        throw std::runtime_error(name);
      } catch (const std::runtime_error&) {
        Fiber::suspend();
        seen.push_back(text_of_current());
        Fiber::suspend();
        throw;
      }
    } catch (const std::runtime_error& error) {
      seen.push_back(std::string("again ") + error.what());
    }
    seen.push_back(text_of_current());
  };
  Fiber a(stacks, [&] { body("a"); });
  Fiber b(stacks, [&] { body("b"); });
  a.resume();
  EXPECT_EQ(text_of_current(), "none");
  b.resume();
  a.resume();
  b.resume();
  a.resume();
  b.resume();
  EXPECT_TRUE(a.done() && b.done());
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b", "again a", "none", "again b", "none"}));
}

TEST(FiberException, TheHostsHandlerIsNotTheFibers) {
  FiberStackPool stacks;
  std::string inside;
  Fiber fiber(stacks, [&] {
    inside = text_of_current();
    Fiber::suspend();
  });
  try {
    throw std::runtime_error("host");
  } catch (const std::runtime_error&) {
    fiber.resume();
    EXPECT_EQ(text_of_current(), "host");
  }
  EXPECT_EQ(inside, "none");
}

// Suspends while an exception is in flight past it. Only for a test: never done in the product, as
// dropping such a fiber would throw a second exception.
struct SuspendsWhenDestroyed {
  int* inside;

  ~SuspendsWhenDestroyed() {
    *inside = std::uncaught_exceptions();
    Fiber::suspend();
    *inside += 10 * std::uncaught_exceptions();
  }
};

TEST(FiberException, UncaughtExceptionsAreCountedPerStack) {
  FiberStackPool stacks;
  int inside = 0;
  Fiber fiber(stacks, [&] {
    try {
      const SuspendsWhenDestroyed guard{&inside};
      throw std::runtime_error("in flight");
    } catch (const std::runtime_error&) {
    }
    EXPECT_EQ(std::uncaught_exceptions(), 0);
  });
  fiber.resume();
  EXPECT_EQ(inside, 1);
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  fiber.resume();
  EXPECT_EQ(inside, 11);
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  EXPECT_TRUE(fiber.done());
}

struct ThrowsWhenMoved {
  ThrowsWhenMoved() = default;
  ThrowsWhenMoved(ThrowsWhenMoved&&) { throw std::runtime_error("moved"); }
  void operator()() const {}
};

TEST(FiberException, FromMovingTheCallableGivesTheStackBack) {
  FiberStackPool stacks;
  EXPECT_THROW(Fiber(stacks, ThrowsWhenMoved()), std::runtime_error);
  EXPECT_EQ(stacks.live(), 0u);
}

}  // namespace
}  // namespace keemun::runtime
