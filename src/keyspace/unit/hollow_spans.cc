#include "keyspace/unit/hollow_spans.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "format/key_range.h"

namespace keemun::keyspace {

void HollowSpans::add(BytesView begin, BytesView end) {
  if (begin >= end) return;
  Bytes low(begin);
  Bytes high(end);
  auto span = spans_.upper_bound(begin);
  if (span != spans_.begin() && std::prev(span)->second >= begin) --span;
  while (span != spans_.end() && span->first <= high) {
    low = std::min(low, span->first);
    high = std::max(high, span->second);
    span = spans_.erase(span);
  }
  spans_.emplace(std::move(low), std::move(high));
}

void HollowSpans::fill(BytesView key) {
  auto span = spans_.upper_bound(key);
  if (span == spans_.begin() || (--span)->second <= key) return;
  Bytes behind = format::row_after(Bytes(key));
  if (behind < span->second) spans_.emplace(std::move(behind), span->second);
  if (span->first < key) {
    span->second = key;
  } else {
    spans_.erase(span);
  }
}

std::optional<format::KeyRange> HollowSpans::rest_of(BytesView begin, BytesView end) const {
  if (begin >= end || spans_.empty()) return std::nullopt;
  BytesView low = begin;
  BytesView high = end;
  const auto behind_begin = spans_.upper_bound(begin);
  if (behind_begin != spans_.begin())
    low = std::max(low, BytesView(std::prev(behind_begin)->second));
  const auto behind_end = spans_.lower_bound(end);
  if (behind_end != spans_.begin() && end <= std::prev(behind_end)->second) {
    high = std::prev(behind_end)->first;
  }
  if (low == begin && high == end) return std::nullopt;
  return format::KeyRange{Bytes(low), Bytes(std::max(low, high))};
}

}  // namespace keemun::keyspace
