// Ranges as Redis counts and compares them: pure rules, shared by every store and handler.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "base/bytes.h"
#include "base/number_text.h"

namespace keemun::types {

// Elements [first, first + count) of a sequence.
struct RankRange {
  int64_t first = 0;
  int64_t count = 0;

  bool is_empty() const { return count == 0; }
};

// Redis' start and stop (both included, negative from the end) laid on `size` elements.
RankRange clamp_ranks(int64_t start, int64_t stop, int64_t size);

struct ScoreRange {
  ScoreBound low;
  ScoreBound high;

  bool is_below_low(double score) const {
    return low.exclusive ? score <= low.value : score < low.value;
  }
  bool is_above_high(double score) const {
    return high.exclusive ? score >= high.value : score > high.value;
  }
  bool contains(double score) const { return !is_below_low(score) && !is_above_high(score); }
  bool is_empty() const {
    return low.value > high.value || (low.value == high.value && (low.exclusive || high.exclusive));
  }
};

struct LexBound {
  enum class Kind : uint8_t { kLowest, kHighest, kInclusive, kExclusive };

  Kind kind = Kind::kLowest;
  Bytes member;  // of kInclusive and kExclusive
};

// "-", "+", "[member", "(member"; none for anything else.
std::optional<LexBound> parse_lex_bound(BytesView text);

struct LexRange {
  LexBound low;
  LexBound high;

  bool is_below_low(BytesView member) const;
  bool is_above_high(BytesView member) const;
  bool contains(BytesView member) const { return !is_below_low(member) && !is_above_high(member); }
  bool is_empty() const;
};

// LIMIT offset count: a negative count means all.
struct Window {
  int64_t offset = 0;
  int64_t count = std::numeric_limits<int64_t>::max();
};

}  // namespace keemun::types
