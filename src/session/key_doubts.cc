#include "session/key_doubts.h"

#include <algorithm>

namespace keemun::session {

namespace {

constexpr size_t kKeysMax = 100'000;

}  // namespace

KeyDoubts::KeyDoubts(const ports::Capabilities& capabilities, int64_t now_ms)
    : late_write_ms_(capabilities.late_write_ms), doubts_(kKeysMax, late_write_ms_) {
  if (late_write_ms_ == 0) return;
  any_until_ms_ = now_ms + late_write_ms_;
  doubts_.add_all(now_ms);
}

bool KeyDoubts::hold_any_of(const GateKeys& keys, int64_t now_ms) {
  if (now_ms >= any_until_ms_) return false;
  return keys.are_all || std::any_of(keys.keys.begin(), keys.keys.end(),
                                     [&](BytesView key) { return doubts_.holds(key, now_ms); });
}

void KeyDoubts::add(const GateKeys& keys, int64_t now_ms) {
  if (late_write_ms_ == 0) return;
  any_until_ms_ = now_ms + late_write_ms_;
  if (keys.are_all) doubts_.add_all(now_ms);
  for (const BytesView key : keys.keys) doubts_.add(key, now_ms);
}

}  // namespace keemun::session
