#include "gc/schedule.h"

namespace keemun::gc {

namespace {

constexpr int64_t kMinuteMs = 60'000;
constexpr int64_t kDayMinutes = 24 * 60;
// A round that began further ahead was begun by a clock that was wrong.
constexpr int64_t kClockErrorMsMax = kDayMinutes * kMinuteMs;

}  // namespace

bool DailyWindow::contains(int64_t now_ms) const {
  if (from_minute == until_minute) return true;
  const int offset = utc_offset_minutes == nullptr ? 0 : utc_offset_minutes(now_ms);
  const int64_t minutes = now_ms / kMinuteMs + offset;
  const int64_t minute = (minutes % kDayMinutes + kDayMinutes) % kDayMinutes;
  const bool is_behind_start = minute >= from_minute;
  const bool is_before_end = minute < until_minute;
  if (from_minute < until_minute) return is_behind_start && is_before_end;
  return is_behind_start || is_before_end;
}

bool is_due(const format::GcProgress& progress, int64_t now_ms, int64_t interval_ms) {
  if (progress.is_running || progress.round == 0) return true;
  const int64_t since_start_ms = now_ms - progress.started_ms;
  return since_start_ms >= interval_ms || since_start_ms < -kClockErrorMsMax;
}

}  // namespace keemun::gc
