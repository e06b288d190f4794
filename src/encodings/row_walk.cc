#include "encodings/row_walk.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "encodings/sub_rows.h"

namespace keemun::encodings {

int64_t RowWalk::pass(int64_t rows_max) {
  if (at_end_ || rows_max <= 0) return 0;
  const auto wanted = static_cast<size_t>(rows_max);
  ports::PassedRows passed = rows_.pass_over({range_.begin, range_.end, wanted, is_reverse_});
  at_end_ = !passed.has_more;
  (is_reverse_ ? range_.end : range_.begin) = std::move(passed.bound);
  return static_cast<int64_t>(passed.rows);
}

int64_t RowWalk::skip(int64_t rows_max) {
  int64_t skipped = 0;
  while (skipped < rows_max && !at_end_) skipped += pass(rows_max - skipped);
  return skipped;
}

std::vector<ports::Row> RowWalk::next(int64_t rows_max, bool keys_only) {
  if (at_end_ || rows_max <= 0) return {};
  const size_t wanted = std::min(static_cast<size_t>(rows_max), kPageRows);
  ports::ScanPage page = rows_.scan({range_.begin, range_.end, wanted, is_reverse_, keys_only});
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
  return RowWalk(rows, std::move(range), false).skip(std::numeric_limits<int64_t>::max());
}

std::optional<std::vector<Bytes>> keys_at(ports::Rows& rows, format::KeyRange range,
                                          std::span<const uint64_t> ranks) {
  constexpr size_t kPagesMax = 8;
  if (!rows.remembers_counts()) return std::nullopt;
  RowWalk walk(rows, std::move(range), false);
  std::vector<Bytes> keys;
  uint64_t place = 0;
  size_t pages = 0;
  for (const uint64_t rank : ranks) {
    if (rank < place) {
      keys.push_back(keys.back());
      continue;
    }
    while (place < rank) {
      place += static_cast<uint64_t>(walk.pass(static_cast<int64_t>(rank - place)));
      if (place == rank) break;
      if (walk.at_end() || ++pages == kPagesMax) return std::nullopt;
    }
    std::vector<ports::Row> found = walk.next(1, true);
    if (found.empty()) return std::nullopt;
    keys.push_back(std::move(found.front().key));
    ++place;
  }
  return keys;
}

}  // namespace keemun::encodings
