#include "encodings/row_walk.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "encodings/sub_rows.h"

namespace keemun::encodings {

namespace {

constexpr int64_t kAllRows = std::numeric_limits<int64_t>::max();

}  // namespace

int64_t RowWalk::pass(int64_t rows_max) {
  if (at_end_ || rows_max <= 0) return 0;
  const auto wanted = static_cast<size_t>(rows_max);
  ports::PassedRows passed = rows_.pass_over({range_.begin, range_.end, wanted, is_reverse_});
  at_end_ = !passed.has_more;
  (is_reverse_ ? range_.end : range_.begin) = std::move(passed.bound);
  last_key_ = std::move(passed.last_key);
  return static_cast<int64_t>(passed.rows);
}

int64_t RowWalk::skip(int64_t rows_max) {
  int64_t skipped = 0;
  while (skipped < rows_max && !at_end_) skipped += pass(rows_max - skipped);
  return skipped;
}

std::vector<ports::Row> RowWalk::next(int64_t rows_max, ports::Values values, size_t rows_ahead) {
  if (at_end_ || rows_max <= 0) return {};
  const size_t wanted = std::min(static_cast<size_t>(rows_max), kPageRows);
  ports::ScanRequest request = {range_.begin, range_.end, wanted, is_reverse_, values};
  request.rows_ahead = rows_ahead;
  ports::ScanPage page = rows_.scan(request);
  at_end_ = !page.has_more || page.rows.empty();
  if (at_end_) return std::move(page.rows);
  if (is_reverse_) {
    range_.end = page.rows.back().key;
  } else {
    range_.begin = format::row_after(page.rows.back().key);
  }
  return std::move(page.rows);
}

int64_t count_rows(ports::Rows& rows, format::KeyRange range) {
  return RowWalk(rows, std::move(range), false).skip(kAllRows);
}

int64_t count_rows_left(ports::Rows& rows, format::KeyRange range) {
  // With its value: that there is nothing is remembered as a run of rows is.
  const bool is_empty = rows.scan({range.begin, range.end, 1, false}).rows.empty();
  return is_empty ? 0 : count_rows(rows, std::move(range));
}

namespace {

// Whether all rows of a range can be counted without reading more than a few pages of them. If not,
// more of them is known the next time.
bool can_be_counted(ports::Rows& rows, format::KeyRange range) {
  constexpr int kPagesMax = 8;
  RowWalk walk(rows, std::move(range), false);
  for (int pages = 0; pages < kPagesMax && !walk.at_end(); ++pages) walk.pass(kAllRows);
  return walk.at_end();
}

}  // namespace

std::optional<std::vector<Bytes>> keys_at(ports::Rows& rows, format::KeyRange range,
                                          std::span<const uint64_t> ranks) {
  if (!rows.remembers_counts() || !can_be_counted(rows, range)) return std::nullopt;
  const Bytes begin = range.begin;
  RowWalk walk(rows, std::move(range), false);
  std::vector<Bytes> keys;
  uint64_t place = 0;  // of the rows that are passed over, the last is asked for
  for (const uint64_t rank : ranks) {
    if (rank < place) {
      keys.push_back(keys.back());
      continue;
    }
    while (place <= rank && !walk.at_end()) {
      place += static_cast<uint64_t>(walk.pass(static_cast<int64_t>(rank + 1 - place)));
    }
    if (place <= rank) return std::nullopt;  // a torn batch has left a count that is too high
    Bytes key = walk.last_key();
    if (key.empty()) {
      ports::ScanPage last = rows.scan({begin, walk.rest().begin, 1, true, ports::Values::kNone});
      if (last.rows.empty()) return std::nullopt;  // so has a commit that failed
      key = std::move(last.rows[0].key);
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace keemun::encodings
