#include "types/ranges.h"

#include <algorithm>

namespace keemun::types {

RankRange clamp_ranks(int64_t start, int64_t stop, int64_t size) {
  if (start < 0) start = std::max<int64_t>(start + size, 0);
  if (stop < 0) stop += size;
  stop = std::min(stop, size - 1);
  if (start > stop || start >= size) return {};
  return {start, stop - start + 1};
}

std::optional<LexBound> parse_lex_bound(BytesView text) {
  // Redis reads a text without bracket up to a NUL.
  const BytesView word = text.substr(0, text.find('\0'));
  if (word == "-") return LexBound{LexBound::Kind::kLowest, {}};
  if (word == "+") return LexBound{LexBound::Kind::kHighest, {}};
  if (text.starts_with('[')) return LexBound{LexBound::Kind::kInclusive, Bytes(text.substr(1))};
  if (text.starts_with('(')) return LexBound{LexBound::Kind::kExclusive, Bytes(text.substr(1))};
  return std::nullopt;
}

bool LexRange::is_below_low(BytesView member) const {
  switch (low.kind) {
    case LexBound::Kind::kLowest:
      return false;
    case LexBound::Kind::kHighest:
      return true;
    case LexBound::Kind::kInclusive:
      return member < low.member;
    case LexBound::Kind::kExclusive:
      return member <= low.member;
  }
  return false;
}

bool LexRange::is_above_high(BytesView member) const {
  switch (high.kind) {
    case LexBound::Kind::kLowest:
      return true;
    case LexBound::Kind::kHighest:
      return false;
    case LexBound::Kind::kInclusive:
      return member > high.member;
    case LexBound::Kind::kExclusive:
      return member >= high.member;
  }
  return false;
}

bool LexRange::is_empty() const {
  if (low.kind == LexBound::Kind::kHighest || high.kind == LexBound::Kind::kLowest) return true;
  if (low.kind == LexBound::Kind::kLowest || high.kind == LexBound::Kind::kHighest) return false;
  if (low.member != high.member) return low.member > high.member;
  return low.kind == LexBound::Kind::kExclusive || high.kind == LexBound::Kind::kExclusive;
}

}  // namespace keemun::types
