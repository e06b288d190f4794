#include "gc/schedule.h"

#include <gtest/gtest.h>

#include "format/store_records.h"
#include "gc/lease.h"

namespace keemun::gc {
namespace {

constexpr int64_t kMinuteMs = 60'000;

int64_t at(int hour, int minute) {
  return (int64_t{20'000} * 1440 + hour * 60 + minute) * kMinuteMs;
}

TEST(DailyWindow, HoldsItsBeginningAndNotItsEnd) {
  const DailyWindow window{60, 300};
  EXPECT_FALSE(window.contains(at(1, 0) - 1));
  EXPECT_TRUE(window.contains(at(1, 0)));
  EXPECT_TRUE(window.contains(at(5, 0) - 1));
  EXPECT_FALSE(window.contains(at(5, 0)));
}

TEST(DailyWindow, MayCrossMidnight) {
  const DailyWindow window{22 * 60, 5 * 60};
  EXPECT_TRUE(window.contains(at(22, 0)));
  EXPECT_TRUE(window.contains(at(0, 0)));
  EXPECT_TRUE(window.contains(at(4, 59)));
  EXPECT_FALSE(window.contains(at(5, 0)));
  EXPECT_FALSE(window.contains(at(21, 59)));
}

TEST(DailyWindow, OfEqualEndsIsTheWholeDay) {
  EXPECT_TRUE((DailyWindow{600, 600}.contains(at(3, 0))));
}

TEST(DailyWindow, IsReadFromAClockOnTheWall) {
  constexpr auto kBehind = [](int64_t) { return -120; };
  const DailyWindow window{60, 120, kBehind};
  EXPECT_TRUE(window.contains(at(3, 0)));
  EXPECT_FALSE(window.contains(at(1, 0)));
  EXPECT_TRUE((DailyWindow{23 * 60, 24 * 60, kBehind}.contains(30 * kMinuteMs + 30 * kMinuteMs)));
}

TEST(Round, IsDueAfterItsIntervalAndWhileItRuns) {
  format::GcProgress progress;
  EXPECT_TRUE(is_due(progress, 0, 1000));
  progress = {false, 1, 5000, 5500, {}};
  EXPECT_FALSE(is_due(progress, 5999, 1000));
  EXPECT_TRUE(is_due(progress, 6000, 1000));
  progress.is_running = true;
  EXPECT_TRUE(is_due(progress, 5000, 1000));
}

TEST(Round, ThatBeganInAFarFutureDoesNotHoldUpTheNext) {
  constexpr int64_t kDayMs = 24 * 60 * kMinuteMs;
  const format::GcProgress progress{false, 1, 10 * kDayMs, 10 * kDayMs, {}};
  EXPECT_FALSE(is_due(progress, 9 * kDayMs, 1000));
  EXPECT_TRUE(is_due(progress, 9 * kDayMs - 1, 1000));
}

TEST(Lease, ThatEndsInAFarFutureIsAsNone) {
  const format::GcLease held{"a", kLeaseMsMax + 1};
  EXPECT_FALSE(ask_for_lease(held, "b", 1, 100).is_ours);
  EXPECT_TRUE(ask_for_lease(held, "b", 0, 100).is_ours);
  EXPECT_EQ(ask_for_lease(held, "a", 0, 100).to_write, (format::GcLease{"a", 100}));
}

TEST(Lease, KeepsOthersOutUntilItEnds) {
  const format::GcLease held{"a", 1000};
  EXPECT_FALSE(ask_for_lease(held, "b", 999, 100).is_ours);
  const LeaseAnswer answer = ask_for_lease(held, "b", 1000, 100);
  EXPECT_TRUE(answer.is_ours);
  EXPECT_EQ(answer.to_write, (format::GcLease{"b", 1100}));
}

TEST(Lease, IsRenewedWhenHalfOfItIsGone) {
  const format::GcLease held{"a", 1000};
  EXPECT_EQ(ask_for_lease(held, "a", 949, 100).to_write, std::nullopt);
  EXPECT_EQ(ask_for_lease(held, "a", 950, 100).to_write, (format::GcLease{"a", 1050}));
}

TEST(GcRecords, ReadBackAndRefuseWhatTheyAreNot) {
  const format::GcProgress progress{true, 7, 8, 9, Bytes("\0m#", 3)};
  const Bytes row = format::encode_gc_progress(progress);
  EXPECT_EQ(format::decode_gc_progress(row), progress);
  EXPECT_EQ(format::decode_gc_progress(BytesView(row).substr(0, 25)), std::nullopt);
  EXPECT_EQ(format::decode_gc_progress("\x02" + row.substr(1)), std::nullopt);
  const format::GcLease lease{"a:1", 77};
  const Bytes lease_row = format::encode_gc_lease(lease);
  EXPECT_EQ(lease_row, Bytes("\1\0\0\0\0\0\0\0\x4d"
                             "a:1",
                             12));
  EXPECT_EQ(format::decode_gc_lease(lease_row), lease);
  EXPECT_EQ(format::decode_gc_lease(lease_row.substr(0, 8)), std::nullopt);
}

}  // namespace
}  // namespace keemun::gc
