#include "server/store/onward_clock.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

class SetClock final : public ports::Clock {
 public:
  int64_t now_ms() override { return now; }
  int64_t now = 1'000'000'000;
};

class SetSteadyClock final : public ports::SteadyClock {
 public:
  int64_t elapsed_ms() override { return elapsed; }
  int64_t elapsed = 5'000;
};

class OnwardClockTest : public testing::Test {
 protected:
  void pass(int64_t ms) {
    system_.now += ms;
    steady_.elapsed += ms;
  }

  SetClock system_;
  SetSteadyClock steady_;
  OnwardClock clock_{system_, steady_};
};

TEST_F(OnwardClockTest, IsTheSystemsWhereThatGoesForward) {
  EXPECT_EQ(clock_.now_ms(), system_.now);
  pass(10);
  EXPECT_EQ(clock_.now_ms(), system_.now);
  system_.now += 86'400'000;
  EXPECT_EQ(clock_.now_ms(), system_.now);
  EXPECT_EQ(clock_.ahead_ms(), 0);
}

TEST_F(OnwardClockTest, GoesOnWhereTheSystemsStepsBack) {
  const int64_t before = clock_.now_ms();
  system_.now -= 3'600'000;
  EXPECT_EQ(clock_.now_ms(), before);
  EXPECT_EQ(clock_.ahead_ms(), 3'600'000);
  pass(1'000);
  EXPECT_EQ(clock_.now_ms(), before + 900);
  pass(1'000);
  EXPECT_EQ(clock_.now_ms(), before + 1'800);
  EXPECT_EQ(clock_.ahead_ms(), 3'599'800);
}

TEST_F(OnwardClockTest, IsCaughtUpWith) {
  const int64_t before = clock_.now_ms();
  system_.now -= 1'000;
  EXPECT_EQ(clock_.now_ms(), before);
  pass(20'000);
  EXPECT_EQ(clock_.now_ms(), system_.now);
  EXPECT_EQ(clock_.ahead_ms(), 0);
}

TEST_F(OnwardClockTest, GoesOnFromWhereItIsWithEachStep) {
  const int64_t before = clock_.now_ms();
  system_.now -= 1'000;
  EXPECT_EQ(clock_.now_ms(), before);
  pass(20'000);
  EXPECT_EQ(clock_.now_ms(), before + 19'000);
  system_.now -= 5'000;
  EXPECT_EQ(clock_.now_ms(), before + 19'000);
  pass(100);
  EXPECT_EQ(clock_.now_ms(), before + 19'090);
  system_.now -= 5'000;
  pass(100);
  EXPECT_EQ(clock_.now_ms(), before + 19'180);
}

TEST_F(OnwardClockTest, StandsStillForWhatThreadsDifferIn) {
  const int64_t before = clock_.now_ms();
  system_.now -= 5;
  EXPECT_EQ(clock_.now_ms(), before);
  pass(4);
  EXPECT_EQ(clock_.now_ms(), before);
  pass(2);
  EXPECT_EQ(clock_.now_ms(), before + 1);
}

}  // namespace
}  // namespace keemun::server
