#include "server/slice_pace.h"

#include <algorithm>

namespace keemun::server {

std::chrono::nanoseconds slice_time(std::chrono::nanoseconds of_clients, int64_t behind_ms) {
  using std::chrono::nanoseconds;
  constexpr nanoseconds kMin = kSliceTimeMin;
  constexpr nanoseconds kMax = std::chrono::milliseconds(3);
  constexpr nanoseconds kMinFarBehind = kMin * 3 / 2;
  constexpr nanoseconds kMaxFarBehind = std::chrono::milliseconds(10);
  constexpr int64_t kFarBehindMs = 500;
  constexpr int kShare = 3;
  if (behind_ms >= kFarBehindMs) return std::clamp(of_clients, kMinFarBehind, kMaxFarBehind);
  return std::clamp(of_clients / kShare, kMin, kMax);
}

}  // namespace keemun::server
