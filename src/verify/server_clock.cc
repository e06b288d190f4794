#include "verify/server_clock.h"

#include <cstdlib>
#include <optional>

#include "base/number_text.h"

namespace keemun::verify {

namespace {

using resp::Reply;

std::optional<int64_t> ms_of(const Reply& time) {
  if (time.kind() != Reply::Kind::kArray || time.items().size() != 2) return std::nullopt;
  const auto seconds = parse_int64(time.items()[0].text());
  const auto microseconds = parse_int64(time.items()[1].text());
  constexpr int64_t kSecondsMax = int64_t{1} << 40;
  if (!seconds || !microseconds || std::abs(*seconds) > kSecondsMax) return std::nullopt;
  return *seconds * 1000 + *microseconds / 1000;
}

}  // namespace

void ServerClock::set(const Reply& time, int64_t asked_ms, int64_t answered_ms) {
  // Of a clock that counts in ticks of its own, and of roundings.
  constexpr int64_t kGrainMs = 100;
  *this = ServerClock();
  const auto theirs_ms = ms_of(time);
  if (!theirs_ms) return;
  const int64_t ahead_ms = *theirs_ms - (asked_ms + answered_ms) / 2;
  // So far away it is no clock of ours: whoever compares TIME will say so.
  if (std::abs(ahead_ms) > kClockSlackMaxMs) return;
  is_known_ = true;
  ahead_ms_ = ahead_ms;
  error_ms_ = kGrainMs + answered_ms - asked_ms;
}

}  // namespace keemun::verify
