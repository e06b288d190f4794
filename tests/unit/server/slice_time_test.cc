#include <gtest/gtest.h>

#include "server/upkeep.h"

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
  EXPECT_EQ(slice_time(milliseconds(100), 10'000), milliseconds(10));
}

}  // namespace
}  // namespace keemun::server
