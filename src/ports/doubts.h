// Names that must not be relied on for a while, because a write to them may still happen although
// it was never answered. Bounded: when there are more than it holds, everything is in doubt until
// the youngest of them would have been forgotten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/bytes.h"

namespace keemun::ports {

class Doubts {
 public:
  Doubts(size_t names_max, int64_t keep_ms) : names_max_(names_max), keep_ms_(keep_ms) {}

  bool empty() const { return until_ms_.empty() && overflow_until_ms_ == 0; }

  bool holds(BytesView name, int64_t now_ms) {
    if (is_over(overflow_until_ms_, now_ms)) overflow_until_ms_ = 0;
    if (overflow_until_ms_ != 0) return true;
    const auto found = until_ms_.find(name);
    if (found == until_ms_.end()) return false;
    if (!is_over(found->second, now_ms)) return true;
    until_ms_.erase(found);
    return false;
  }

  void add(BytesView name, int64_t now_ms) {
    if (until_ms_.size() >= names_max_) drop_old(now_ms);
    if (until_ms_.size() >= names_max_) return add_all(now_ms);
    until_ms_.insert_or_assign(Bytes(name), now_ms + keep_ms_);
  }

  // Any name may be one of them.
  void add_all(int64_t now_ms) {
    until_ms_.clear();
    overflow_until_ms_ = now_ms + keep_ms_;
  }

 private:
  static bool is_over(int64_t until_ms, int64_t now_ms) { return until_ms <= now_ms; }

  void drop_old(int64_t now_ms) {
    std::erase_if(until_ms_, [&](const auto& entry) { return is_over(entry.second, now_ms); });
  }

  const size_t names_max_;
  const int64_t keep_ms_;
  std::map<Bytes, int64_t, std::less<>> until_ms_;
  int64_t overflow_until_ms_ = 0;  // 0: not full
};

}  // namespace keemun::ports
