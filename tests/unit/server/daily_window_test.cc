#include "server/config/daily_window.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

namespace keemun::server {
namespace {

// A server that started in winter scanned an hour late all summer.
TEST(DailyWindowOfAnOption, IsLocalTimeInSummerAndInWinter) {
  ASSERT_EQ(::setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1), 0);
  ::tzset();
  const gc::DailyWindow window = daily_window("02:30-03:30");
  constexpr int64_t kHourMs = 3'600'000;
  constexpr int64_t kWinterMidnightMs = 1'768'435'200'000;  // 2026-01-15 00:00 UTC
  constexpr int64_t kSummerMidnightMs = 1'784'073'600'000;  // 2026-07-15 00:00 UTC
  EXPECT_TRUE(window.contains(kWinterMidnightMs + 2 * kHourMs));
  EXPECT_FALSE(window.contains(kWinterMidnightMs + kHourMs));
  EXPECT_TRUE(window.contains(kSummerMidnightMs + kHourMs));
  EXPECT_FALSE(window.contains(kSummerMidnightMs + 2 * kHourMs));
  ::unsetenv("TZ");
  ::tzset();
}

}  // namespace
}  // namespace keemun::server
