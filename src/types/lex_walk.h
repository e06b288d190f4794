// How Redis walks a sorted set for a range by name: from one end in the order of scores, from the
// first member that reaches the near bound to the first that passes the far one, looking neither at
// those that an offset skips nor at the near bound again.
//
// Where all scores are equal this is the range. Where they differ a range by name has no meaning,
// but clients see what the steps make of it, so whoever keeps a sorted set takes the same.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "types/ranges.h"

namespace keemun::types {

class LexWalk {
 public:
  // `range` outlives the walk.
  LexWalk(const LexRange& range, bool is_reverse, Window window)
      : range_(range), is_reverse_(is_reverse), window_(window) {}

  // Redis looks at both ends of the set before it walks at all.
  bool may_hold(BytesView first, BytesView last) const { return begins(last) && !ends(first); }

  enum class Step : uint8_t { kPass, kTake, kStop };
  Step step(BytesView member) {
    if (!has_begun_) {
      if (!begins(member)) return Step::kPass;
      if (ends(member)) return Step::kStop;
      has_begun_ = true;
    }
    if (window_.offset > 0) {
      --window_.offset;
      return Step::kPass;
    }
    if (window_.count <= 0 || ends(member)) return Step::kStop;
    --window_.count;
    return Step::kTake;
  }

 private:
  bool begins(BytesView member) const {
    return is_reverse_ ? !range_.is_above_high(member) : !range_.is_below_low(member);
  }
  bool ends(BytesView member) const {
    return is_reverse_ ? range_.is_below_low(member) : range_.is_above_high(member);
  }

  const LexRange& range_;
  const bool is_reverse_;
  Window window_;  // what is left
  bool has_begun_ = false;
};

}  // namespace keemun::types
