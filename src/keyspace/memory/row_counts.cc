#include "keyspace/memory/row_counts.h"

#include <algorithm>
#include <utility>

namespace keemun::keyspace {

using ports::PassedRows;
using ports::ScanRequest;
using ports::WasThere;
using ports::WriteBatch;

namespace {

// What a walk over rows leaves behind at last.
BytesView far_bound(const ScanRequest& request) {
  return request.is_reverse ? request.begin : request.end;
}

bool is_beyond(BytesView place, const ScanRequest& request) {
  return request.is_reverse ? place < request.begin : request.end < place;
}

CountedRanges level_of(const RowCounts::Grain& grain, int level, size_t bytes_max) {
  size_t rows_max = grain.rows_max;
  for (int i = 0; i < level; ++i) rows_max *= grain.growth;
  return {rows_max, bytes_max};
}

}  // namespace

RowCounts::RowCounts(size_t bytes_max, Grain grain)
    : grain_(grain),
      // Where there is no room for the small ranges of all rows, larger ones are still known.
      levels_{level_of(grain, 0, bytes_max / 2), level_of(grain, 1, bytes_max / 4),
              level_of(grain, 2, bytes_max / 8), level_of(grain, 3, bytes_max / 16),
              level_of(grain, 4, bytes_max / 16)} {}

PassedRows RowCounts::pass_over(const ScanRequest& request, const Read& read) {
  PassedRows passed = {0, Bytes(near_bound(request)), request.begin < request.end};
  // Writes leave small ranges that are known, and between them what has to be read.
  constexpr int kReadsMax = 16;
  Walk walk;
  int reads = 0;
  size_t rows_read = 0;
  while (passed.has_more && passed.rows < request.rows_max) {
    ScanRequest rest = request;
    rest.rows_max -= passed.rows;
    (rest.is_reverse ? rest.end : rest.begin) = passed.bound;
    auto more = step(rest, walk);
    if (!more) {
      if (reads++ == kReadsMax || rows_read >= ports::kPassedRowsMax) break;
      const Unread unread = unread_of(rest);
      (rest.is_reverse ? rest.begin : rest.end) = unread.limit;
      rest.around = {unread.around_begin, unread.around_end};
      more = read(rest);
      more->has_more = more->bound != far_bound(request);
      rows_read += more->rows;
    }
    more->rows += passed.rows;
    passed = std::move(*more);
  }
  return passed;
}

bool RowCounts::Walk::is_within(size_t level, BytesView place, bool is_reverse) const {
  const Bytes& end = within[level];
  return !end.empty() && (is_reverse ? end < place : place < end);
}

std::optional<PassedRows> RowCounts::step(const ScanRequest& rest, Walk& walk) {
  const BytesView near = near_bound(rest);
  std::bitset<kLevels> entered;
  for (size_t level = walk.level_count; level-- > 0;) {
    if (walk.is_within(level, near, rest.is_reverse)) continue;
    const auto known = levels_[level].beside(near, rest.is_reverse);
    if (!known) continue;
    const BytesView from = rest.is_reverse ? known->end : known->begin;
    const BytesView to = rest.is_reverse ? known->begin : known->end;
    if (from == near && known->rows <= rest.rows_max && !is_beyond(to, rest)) {
      PassedRows passed = {known->rows, Bytes(to), to != far_bound(rest)};
      tell_levels_above(level, *known, walk, entered, rest.is_reverse);
      return passed;
    }
    if (from == near && known->rows > rest.rows_max) walk.level_count = level;
    walk.within[level] = to;
    entered.set(level);
  }
  return std::nullopt;
}

void RowCounts::tell_levels_above(size_t level, const CountedRanges::Known& known, const Walk& walk,
                                  std::bitset<kLevels> entered, bool is_reverse) {
  const BytesView bound = is_reverse ? known.begin : known.end;
  for (size_t above = level + 1; above < levels_.size(); ++above) {
    // Within a range there is nothing to tell it; where it begins or ends it may be divided.
    if (!entered[above] && walk.is_within(above, bound, is_reverse)) continue;
    levels_[above].add(known.begin, known.end, known.rows);
  }
}

RowCounts::Unread RowCounts::unread_of(const ScanRequest& rest) {
  CountedRanges& smallest = levels_.front();
  Unread unread = {Bytes(far_bound(rest)), {}, {}};
  const auto stop_at = [&](BytesView bound) {
    if (!is_beyond(bound, rest)) unread.limit = bound;
  };
  if (const auto known = smallest.beside(near_bound(rest), rest.is_reverse)) {
    stop_at(rest.is_reverse ? known->begin : known->end);
    unread.around_begin = known->begin;
    unread.around_end = known->end;
  } else if (const auto next = smallest.next_bound(near_bound(rest), rest.is_reverse)) {
    stop_at(*next);
  }
  return unread;
}

size_t RowCounts::part_rows() const {
  return std::max<size_t>(grain_.rows_max / 2, 1);
}

void RowCounts::add(BytesView begin, BytesView end, size_t rows) {
  for (CountedRanges& level : levels_) level.add(begin, end, rows);
}

void RowCounts::add(const ScanRequest& request, const PassedRows& passed) {
  const BytesView near = near_bound(request);
  request.is_reverse ? add(passed.bound, near, passed.rows) : add(near, passed.bound, passed.rows);
}

void RowCounts::change(const WriteBatch& batch) {
  forget(batch.range_erases);
  for (const WriteBatch::Write& write : batch.writes) change(write);
}

void RowCounts::change(const WriteBatch::Write& write) {
  if (write.was_there == WasThere::kUnknown) return forget(write.key);
  if ((write.was_there == WasThere::kYes) != write.is_erase) return;  // as many as before
  for (CountedRanges& level : levels_) {
    if (level.empty()) continue;
    write.is_erase ? level.shrink(write.key) : level.grow(write.key);
  }
}

void RowCounts::forget(const WriteBatch& batch) {
  forget(batch.range_erases);
  for (const WriteBatch::Write& write : batch.writes) forget(write.key);
}

void RowCounts::forget(BytesView key) {
  for (CountedRanges& level : levels_) {
    if (!level.empty()) level.forget(key);
  }
}

void RowCounts::forget(std::span<const WriteBatch::RangeErase> ranges) {
  for (const auto& [begin, end] : ranges) {
    for (CountedRanges& level : levels_) level.forget_range(begin, end);
  }
}

void RowCounts::clear() {
  for (CountedRanges& level : levels_) level.clear();
}

size_t RowCounts::byte_count() const {
  size_t bytes = 0;
  for (const CountedRanges& level : levels_) bytes += level.byte_count();
  return bytes;
}

}  // namespace keemun::keyspace
