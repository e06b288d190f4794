#include "keyspace/row_counts.h"

#include <algorithm>
#include <utility>

namespace keemun::keyspace {

using ports::PassedRows;
using ports::ScanRequest;

namespace {

// What a walk over rows leaves behind at last.
BytesView far_bound(const ScanRequest& request) {
  return request.is_reverse ? request.begin : request.end;
}

bool is_beyond(BytesView place, const ScanRequest& request) {
  return request.is_reverse ? place < request.begin : request.end < place;
}

}  // namespace

RowCounts::RowCounts(size_t bytes_max, Grain grain)
    : grain_(grain),
      // Where there is no room for the small ranges of all rows, larger ones are still known.
      levels_{CountedRanges(grain.rows_max, bytes_max / 2),
              CountedRanges(grain.rows_max * grain.growth, bytes_max / 4),
              CountedRanges(grain.rows_max * grain.growth * grain.growth, bytes_max / 8),
              CountedRanges(grain.rows_max * grain.growth * grain.growth * grain.growth,
                            bytes_max / 8)} {}

PassedRows RowCounts::pass_over(const ScanRequest& request, const Read& read) {
  PassedRows passed = {0, Bytes(near_bound(request)), request.begin < request.end};
  // Writes leave small ranges that are known, and between them what has to be read.
  constexpr int kReadsMax = 16;
  int reads = 0;
  size_t rows_read = 0;
  while (passed.has_more && passed.rows < request.rows_max) {
    ScanRequest rest = request;
    rest.rows_max -= passed.rows;
    (rest.is_reverse ? rest.end : rest.begin) = passed.bound;
    auto more = step(rest);
    if (!more) {
      if (reads++ == kReadsMax || rows_read >= ports::kPassedRowsMax) break;
      const Bytes limit = limit_of(rest);
      (rest.is_reverse ? rest.begin : rest.end) = limit;
      more = read(rest);
      more->has_more = more->bound != far_bound(request);
      rows_read += more->rows;
    }
    more->rows += passed.rows;
    passed = std::move(*more);
  }
  return passed;
}

std::optional<PassedRows> RowCounts::step(const ScanRequest& rest) {
  for (size_t level = levels_.size(); level-- > 0;) {
    const auto known = levels_[level].beside(near_bound(rest), rest.is_reverse);
    if (!known || known->rows > rest.rows_max) continue;
    if ((rest.is_reverse ? known->end : known->begin) != near_bound(rest)) continue;
    const Bytes bound(rest.is_reverse ? known->begin : known->end);
    if (is_beyond(bound, rest)) continue;
    const auto [begin, end, rows] = *known;  // of this level: those above do not touch it
    for (size_t above = level + 1; above < levels_.size(); ++above) {
      levels_[above].add(begin, end, rows);
    }
    return PassedRows{rows, bound, bound != far_bound(rest)};
  }
  return std::nullopt;
}

Bytes RowCounts::limit_of(const ScanRequest& rest) {
  CountedRanges& smallest = levels_.front();
  Bytes limit(far_bound(rest));
  const auto stop_at = [&](BytesView bound) {
    if (!is_beyond(bound, rest)) limit = bound;
  };
  if (const auto known = smallest.beside(near_bound(rest), rest.is_reverse)) {
    stop_at(rest.is_reverse ? known->begin : known->end);
  } else if (const auto next = smallest.next_bound(near_bound(rest), rest.is_reverse)) {
    stop_at(*next);
  }
  return limit;
}

size_t RowCounts::part_rows() const {
  return std::max<size_t>(grain_.rows_max / 2, 1);
}

void RowCounts::add(BytesView begin, BytesView end, size_t rows) {
  for (CountedRanges& level : levels_) level.add(begin, end, rows);
}

void RowCounts::forget(BytesView key) {
  for (CountedRanges& level : levels_) {
    if (!level.empty()) level.forget(key);
  }
}

void RowCounts::forget_range(BytesView begin, BytesView end) {
  for (CountedRanges& level : levels_) level.forget_range(begin, end);
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
