#include "server/slice_pace.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(SliceTime, IsAShareOfTheTimeThatClientsTake) {
  EXPECT_EQ(slice_time(milliseconds(6), 0), milliseconds(2));
  EXPECT_EQ(slice_time(milliseconds(3), 499), milliseconds(1));
}

TEST(SliceTime, IsAsMuchAsTheirsWhereKeysWaitForLong) {
  EXPECT_EQ(slice_time(milliseconds(2), 500), milliseconds(2));
}

TEST(SliceTime, IsNeitherWorthNothingNorHoldsAnybodyUpForLong) {
  EXPECT_EQ(slice_time(microseconds(1), 0), microseconds(250));
  EXPECT_EQ(slice_time(milliseconds(100), 0), milliseconds(3));
  EXPECT_EQ(slice_time(microseconds(1), 500), microseconds(375));
  EXPECT_EQ(slice_time(milliseconds(100), 10'000), milliseconds(10));
}

// Two slices, between which clients have so much time and nobody wants anything for as long again.
TEST(SlicePace, CountsNoTimeInWhichNobodyWantsAnything) {
  SlicePace pace;
  const SlicePace::Clock::time_point start(std::chrono::hours(1));
  pace.begin(start, 0);
  pace.end(start + milliseconds(1));
  pace.note_clients();
  pace.note_wait(milliseconds(6));
  EXPECT_EQ(pace.begin(start + milliseconds(13), 0), milliseconds(2));
  pace.end(start + milliseconds(15));
  EXPECT_EQ(pace.begin(start + milliseconds(18), 0), milliseconds(1));  // that was waited before
}

TEST(SlicePace, HasASliceAMillisecondWhileSomebodyWantsSomething) {
  SlicePace pace;
  const SlicePace::Clock::time_point start(std::chrono::hours(1));
  EXPECT_TRUE(pace.is_due(start));
  pace.begin(start, 0);
  pace.end(start + microseconds(250));
  EXPECT_FALSE(pace.is_due(start + microseconds(999)));
  EXPECT_TRUE(pace.is_due(start + milliseconds(1)));
}

TEST(SlicePace, GivesAllTheTimeOnceNobodyHasWantedAnythingForAWhile) {
  SlicePace pace;
  const SlicePace::Clock::time_point start(std::chrono::hours(1));
  pace.begin(start, 0);
  pace.end(start);
  const auto wait = [&](int times) {
    for (int i = 0; i < times; ++i) pace.note_wait(milliseconds(1));
  };
  wait(19);
  EXPECT_FALSE(pace.is_quiet());
  pace.note_clients();
  wait(19);
  EXPECT_FALSE(pace.is_due(start));
  wait(1);
  EXPECT_TRUE(pace.is_quiet());
  EXPECT_TRUE(pace.is_due(start));
  pace.begin(start, 0);
  pace.end(start);
  EXPECT_TRUE(pace.is_due(start));
  pace.note_clients();
  EXPECT_FALSE(pace.is_due(start));
}

}  // namespace
}  // namespace keemun::server
