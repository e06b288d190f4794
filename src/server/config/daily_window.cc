#include "server/config/daily_window.h"

#include <ctime>

#include "base/command_error.h"

namespace keemun::server {

namespace {

// Another one in summer than in winter.
int local_offset_minutes(int64_t now_ms) {
  constexpr int64_t kMsPerSecond = 1000;
  constexpr int kMinuteSeconds = 60;
  const std::time_t now = now_ms / kMsPerSecond;
  std::tm local = {};
  ::localtime_r(&now, &local);
  return static_cast<int>(local.tm_gmtoff / kMinuteSeconds);
}

}  // namespace

gc::DailyWindow daily_window(const Bytes& text) {
  gc::DailyWindow window;
  if (text.empty()) return window;
  int from_hour = 0;
  int until_hour = 0;
  int end = 0;
  const int read = std::sscanf(text.c_str(), "%2d:%2d-%2d:%2d%n", &from_hour, &window.from_minute,
                               &until_hour, &window.until_minute, &end);
  const auto is_time = [](int hour, int minute) {
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
  };
  if (read != 4 || static_cast<size_t>(end) != text.size() ||
      !is_time(from_hour, window.from_minute) || !is_time(until_hour, window.until_minute)) {
    throw CommandError("write it as 22:00-05:00");
  }
  constexpr int kHourMinutes = 60;
  window.from_minute += from_hour * kHourMinutes;
  window.until_minute += until_hour * kHourMinutes;
  window.utc_offset_minutes = local_offset_minutes;
  return window;
}

}  // namespace keemun::server
