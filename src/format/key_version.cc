#include "format/key_version.h"

#include <algorithm>

#include "base/check.h"

namespace keemun::format {
namespace {

constexpr int kMsShift = 20;
constexpr int kIssuerShift = 12;
constexpr int64_t kCounterEnd = int64_t{1} << kIssuerShift;
constexpr int64_t kPlainMsEnd = int64_t{1} << 44;

static_assert(KeyVersionIssuer::kFirstMs << kMsShift == kPlainMsEnd);

}  // namespace

int64_t creation_ms(KeyVersion version) {
  return version.value < kPlainMsEnd ? version.value : version.value >> kMsShift;
}

KeyVersionIssuer::KeyVersionIssuer(IssuerNumber issuer, int64_t reserved_until_ms)
    : issuer_(issuer),
      reserved_until_ms_(reserved_until_ms),
      next_ms_(std::max(kFirstMs, reserved_until_ms)) {}

std::optional<KeyVersion> KeyVersionIssuer::issue(int64_t now_ms) {
  CHECK(!is_used_up(now_ms));
  const int64_t ms = earliest_ms(now_ms);
  if (ms >= reserved_until_ms_) return std::nullopt;
  const int64_t counter = ms == next_ms_ ? next_counter_ : 0;
  const bool is_used_up = counter + 1 == kCounterEnd;
  next_ms_ = is_used_up ? ms + 1 : ms;
  next_counter_ = is_used_up ? 0 : counter + 1;
  return KeyVersion(ms << kMsShift | int64_t{issuer_.value} << kIssuerShift | counter);
}

int64_t KeyVersionIssuer::reservation_wanted(int64_t now_ms) const {
  const int64_t wanted = std::min(earliest_ms(now_ms) + kReservationMs, kEndMs);
  return std::max(wanted, reserved_until_ms_);
}

void KeyVersionIssuer::reserve(int64_t reserved_until_ms) {
  CHECK(reserved_until_ms <= kEndMs);
  reserved_until_ms_ = std::max(reserved_until_ms_, reserved_until_ms);
}

int64_t KeyVersionIssuer::earliest_ms(int64_t now_ms) const {
  return std::max(now_ms, next_ms_);
}

}  // namespace keemun::format
