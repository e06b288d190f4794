#include "session/key_gates.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../runtime/fifo_scheduler.h"
#include "runtime/fiber_stack_pool.h"

namespace keemun::session {
namespace {

const GateKeys kAll = {true, {}, 0};

class KeyGatesTest : public testing::Test {
 protected:
  // A command that takes the gates, lets others run a while, and ends.
  runtime::Fiber& Start(std::string name, std::vector<BytesView> keys) {
    return fibers_.spawn([this, name, keys] {
      const KeyGates::Pass pass(gates_, keys);
      Work(name);
    });
  }
  runtime::Fiber& StartReading(std::string name, std::vector<BytesView> keys) {
    return fibers_.spawn([this, name, keys] {
      GateKeys wanted;
      for (const BytesView key : keys) wanted.add(key, true);
      const KeyGates::Pass pass(gates_, wanted);
      Work(name);
    });
  }
  runtime::Fiber& StartOnAll(std::string name) {
    return fibers_.spawn([this, name] {
      const KeyGates::Pass pass(gates_, kAll);
      Work(name);
    });
  }
  void Work(const std::string& name) {
    log_ += name + "+ ";
    for (int i = 0; i < 3; ++i) runtime::Scheduler::yield();
    log_ += name + "- ";
  }
  std::string Log() {
    fibers_.run_until_idle();
    return log_;
  }

  KeyGates gates_;
  runtime::FiberStackPool stacks_;
  std::string log_;
  runtime::FifoScheduler fibers_{stacks_};
};

TEST_F(KeyGatesTest, CommandsOnOneKeyRunOneAfterAnotherAsTheyCame) {
  Start("1", {"k"});
  Start("2", {"k"});
  Start("3", {"k"});
  EXPECT_EQ(Log(), "1+ 1- 2+ 2- 3+ 3- ");
  EXPECT_EQ(gates_.busy_count(), 0u);
}

TEST_F(KeyGatesTest, CommandsOnOtherKeysDoNotWait) {
  Start("1", {"a"});
  Start("2", {"b"});
  EXPECT_EQ(Log(), "1+ 2+ 1- 2- ");
}

TEST_F(KeyGatesTest, ThoseThatOnlyReadDoNotWaitForEachOther) {
  StartReading("1", {"k"});
  StartReading("2", {"j", "k"});
  EXPECT_EQ(Log(), "1+ 2+ 1- 2- ");
  EXPECT_EQ(gates_.busy_count(), 0u);
}

// Nor do they pass by whoever waits.
TEST_F(KeyGatesTest, AChangeIsAloneAndComesInItsTurn) {
  StartReading("1", {"k"});
  Start("2", {"k"});
  StartReading("3", {"k"});
  StartReading("4", {"k"});
  EXPECT_EQ(Log(), "1+ 1- 2+ 2- 3+ 4+ 3- 4- ");
  EXPECT_EQ(gates_.busy_count(), 0u);
}

GateKeys Keys(std::vector<BytesView> read, std::vector<BytesView> changed) {
  GateKeys keys;
  for (const BytesView key : read) keys.add(key, true);
  for (const BytesView key : changed) keys.add(key, false);
  return keys;
}

TEST_F(KeyGatesTest, AKeyThatIsReadAndChangedIsChanged) {
  fibers_.spawn([this] {
    const KeyGates::Pass pass(gates_, Keys({"k", "s"}, {"k"}));
    Work("1");
  });
  StartReading("2", {"k"});
  StartReading("3", {"s"});
  EXPECT_EQ(Log(), "1+ 3+ 1- 3- 2+ 2- ");
}

TEST_F(KeyGatesTest, SayWhomTheyWouldLetIn) {
  GateKeys all;
  all.are_all = true;
  EXPECT_TRUE(gates_.are_idle());
  EXPECT_TRUE(gates_.let_in(all));
  StartReading("1", {"r"});
  Start("2", {"w"});
  for (int i = 0; i < 2; ++i) fibers_.run_one();
  EXPECT_FALSE(gates_.are_idle());
  EXPECT_TRUE(gates_.let_in(Keys({"r"}, {})));
  EXPECT_FALSE(gates_.let_in(Keys({}, {"r"})));
  EXPECT_FALSE(gates_.let_in(Keys({"other", "w"}, {})));
  EXPECT_TRUE(gates_.let_in(Keys({"r"}, {"other"})));
  EXPECT_TRUE(gates_.let_in({}));
  EXPECT_FALSE(gates_.let_in(all));
  Log();
  EXPECT_TRUE(gates_.are_idle());
}

TEST_F(KeyGatesTest, KeysInAnyOrderAndRepeatedCannotWaitForEachOther) {
  Start("1", {"a", "b", "a"});
  Start("2", {"b", "a"});
  Start("3", {"b", "b"});
  // The third waited at "b" when the second had not yet come further than "a".
  EXPECT_EQ(Log(), "1+ 1- 3+ 3- 2+ 2- ");
  EXPECT_EQ(gates_.busy_count(), 0u);
}

TEST_F(KeyGatesTest, ACommandOnTheWholeKeyspaceIsAlone) {
  Start("1", {"a"});
  StartOnAll("all");
  Start("2", {"b"});
  EXPECT_EQ(Log(), "1+ 1- all+ all- 2+ 2- ");
}

TEST_F(KeyGatesTest, OneThatIsDroppedWhileItHoldsLetsTheNextIn) {
  runtime::Fiber& first = Start("1", {"a", "b"});
  Start("2", {"b"});
  for (int i = 0; i < 3; ++i) fibers_.run_one();
  fibers_.drop(first);
  EXPECT_EQ(Log(), "1+ 2+ 2- ");
  EXPECT_EQ(gates_.busy_count(), 0u);
}

TEST_F(KeyGatesTest, OneThatIsDroppedWhileItWaitsIsForgotten) {
  Start("1", {"b"});
  runtime::Fiber& second = Start("2", {"a", "b", "c"});
  Start("3", {"a"});
  for (int i = 0; i < 3; ++i) fibers_.run_one();
  fibers_.drop(second);
  EXPECT_EQ(Log(), "1+ 3+ 1- 3- ");
  EXPECT_EQ(gates_.busy_count(), 0u);
}

TEST_F(KeyGatesTest, OneThatIsDroppedBeforeTheWholeKeyspaceIsItsLetsOthersIn) {
  Start("1", {"a"});
  runtime::Fiber& all = StartOnAll("all");
  Start("2", {"b"});
  for (int i = 0; i < 3; ++i) fibers_.run_one();
  fibers_.drop(all);
  EXPECT_EQ(Log(), "1+ 2+ 1- 2- ");
}

TEST_F(KeyGatesTest, EveryGateIsReleasedWhenAllAreDroppedAtAnyMoment) {
  for (int steps = 0; steps < 30; ++steps) {
    {
      runtime::FifoScheduler fibers(stacks_);
      for (int i = 0; i < 4; ++i) {
        fibers.spawn([this, i] {
          const std::vector<BytesView> keys =
              i % 2 == 0 ? std::vector<BytesView>{"a", "b"} : std::vector<BytesView>{"b", "c"};
          const KeyGates::Pass pass(gates_, keys);
          runtime::Scheduler::yield();
        });
      }
      for (int i = 0; i < steps; ++i) fibers.run_one();
    }
    ASSERT_EQ(gates_.busy_count(), 0u) << steps;
    const KeyGates::Pass alone(gates_, kAll);
  }
}

}  // namespace
}  // namespace keemun::session
