#include "keyspace/memory/stale_ranges.h"

#include <iterator>
#include <utility>

namespace keemun::keyspace {

void StaleRanges::add(std::span<const ports::WriteBatch::RangeErase> ranges) {
  ++time_;
  for (const auto& range : ranges) put(range.begin, range.end);
}

// Of those before it what it does not hold is left.
void StaleRanges::put(BytesView begin, BytesView end) {
  if (begin >= end) return;
  auto next = ranges_.lower_bound(begin);
  if (next != ranges_.begin()) {
    Range& before = std::prev(next)->second;
    if (before.end > end) ranges_.emplace(end, before);
    if (before.end > begin) before.end = begin;
  }
  while (next != ranges_.end() && next->first < end) {
    if (next->second.end > end) ranges_.emplace(end, std::move(next->second));
    next = ranges_.erase(next);
  }
  ranges_.emplace(begin, Range{Bytes(end), time_});
}

bool StaleRanges::hold_since(uint64_t time, BytesView key) const {
  const auto next = ranges_.upper_bound(key);
  if (next == ranges_.begin()) return false;
  const Range& range = std::prev(next)->second;
  return key < range.end && range.time > time;
}

void StaleRanges::forget_until(uint64_t time) {
  std::erase_if(ranges_, [time](const auto& range) { return range.second.time <= time; });
}

}  // namespace keemun::keyspace
