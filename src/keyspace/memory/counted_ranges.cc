#include "keyspace/memory/counted_ranges.h"

#include <algorithm>
#include <iterator>

namespace keemun::keyspace {

std::optional<CountedRanges::Known> CountedRanges::beside(BytesView place, bool is_reverse) {
  last_ = neighbour(place, is_reverse);
  if (last_ == ranges_.end()) last_ = find(place, is_reverse);
  if (last_ == ranges_.end()) return std::nullopt;
  const auto& [begin, range] = *last_;
  by_use_.splice(by_use_.end(), by_use_, range.by_use);
  return Known{begin, range.end, range.rows};
}

std::optional<BytesView> CountedRanges::next_bound(BytesView place, bool is_reverse) const {
  const auto behind = ranges_.lower_bound(place);
  if (!is_reverse) {
    return behind == ranges_.end() ? std::nullopt : std::optional<BytesView>(behind->first);
  }
  return behind == ranges_.begin() ? std::nullopt
                                   : std::optional<BytesView>(std::prev(behind)->second.end);
}

void CountedRanges::add(BytesView begin, BytesView end, size_t rows) {
  if (begin >= end || rows > rows_max_) return;
  const auto holding = find(begin, false);
  if (holding != ranges_.end() && end <= holding->second.end) {
    split(holding, begin, end, rows);
  } else {
    forget_range(begin, end);  // what overlaps in part: how its rows are divided is not known
    join_beside(insert(begin, end, rows));
  }
  while (byte_count_ > bytes_max_) erase(ranges_.find(*by_use_.front()));
}

void CountedRanges::split(Ranges::iterator place, BytesView begin, BytesView end, size_t rows) {
  const size_t all = place->second.rows;
  const size_t part_min = std::max<size_t>(small_rows() / 2, 1);
  if (all <= small_rows() || rows < part_min || all < rows + part_min) return;
  if (begin == place->first) {
    const Bytes behind = place->second.end;
    resize(place, end, rows);
    insert(end, behind, all - rows);
  } else if (end == place->second.end) {
    resize(place, begin, all - rows);
    insert(begin, end, rows);
  }
}

CountedRanges::Ranges::iterator CountedRanges::insert(BytesView begin, BytesView end, size_t rows) {
  const auto place = ranges_.emplace(begin, Range{Bytes(end), rows, {}}).first;
  place->second.by_use = by_use_.insert(by_use_.end(), &place->first);
  byte_count_ += cost_of(*place);
  return place;
}

void CountedRanges::resize(Ranges::iterator place, BytesView end, size_t rows) {
  byte_count_ -= cost_of(*place);
  place->second.end = end;
  place->second.rows = rows;
  byte_count_ += cost_of(*place);
}

void CountedRanges::grow(BytesView key) {
  const auto place = find(key, false);
  if (place != ranges_.end() && ++place->second.rows > 2 * rows_max_) erase(place);
}

void CountedRanges::shrink(BytesView key) {
  const auto place = find(key, false);
  if (place == ranges_.end()) return;
  size_t& rows = place->second.rows;
  if (rows == 0) {  // what was said of the row is not so, as in a damaged store
    erase(place);
  } else if (--rows <= small_rows() / 2) {
    join_beside(place);
  }
}

void CountedRanges::forget(BytesView key) {
  const auto place = find(key, false);
  if (place != ranges_.end()) erase(place);
}

void CountedRanges::forget_range(BytesView begin, BytesView end) {
  auto place = ranges_.upper_bound(begin);
  if (place != ranges_.begin() && begin < std::prev(place)->second.end) --place;
  while (place != ranges_.end() && place->first < end) place = erase(place);
}

void CountedRanges::clear() {
  ranges_.clear();
  last_ = ranges_.end();
  by_use_.clear();
  byte_count_ = 0;
}

size_t CountedRanges::cost_of(const Ranges::value_type& range) {
  constexpr size_t kBesideBytes = 160;
  return kBesideBytes + range.first.size() + range.second.end.size();
}

size_t CountedRanges::small_rows() const {
  return byte_count_ > bytes_max_ / 2 ? rows_max_ : std::max<size_t>(rows_max_ / 4, 1);
}

CountedRanges::Ranges::iterator CountedRanges::find(BytesView place, bool is_reverse) {
  const auto behind = is_reverse ? ranges_.lower_bound(place) : ranges_.upper_bound(place);
  if (behind == ranges_.begin()) return ranges_.end();
  const auto found = std::prev(behind);
  const BytesView end = found->second.end;
  return (is_reverse ? place <= end : place < end) ? found : ranges_.end();
}

CountedRanges::Ranges::iterator CountedRanges::neighbour(BytesView place, bool is_reverse) {
  if (last_ == ranges_.end()) return last_;
  if (!is_reverse) {
    const auto next = std::next(last_);
    return next != ranges_.end() && next->first == place ? next : ranges_.end();
  }
  if (last_ == ranges_.begin()) return ranges_.end();
  const auto previous = std::prev(last_);
  return previous->second.end == place ? previous : ranges_.end();
}

void CountedRanges::join_next(Ranges::iterator place) {
  const auto next = std::next(place);
  if (next == ranges_.end()) return;
  const Range& range = place->second;
  if (range.end != next->first || range.rows + next->second.rows > small_rows()) return;
  resize(place, next->second.end, range.rows + next->second.rows);
  by_use_.splice(by_use_.end(), by_use_, range.by_use);
  erase(next);
}

void CountedRanges::join_beside(Ranges::iterator place) {
  join_next(place);
  if (place != ranges_.begin()) join_next(std::prev(place));
}

CountedRanges::Ranges::iterator CountedRanges::erase(Ranges::iterator place) {
  byte_count_ -= cost_of(*place);
  if (last_ == place) last_ = ranges_.end();
  by_use_.erase(place->second.by_use);
  return ranges_.erase(place);
}

}  // namespace keemun::keyspace
