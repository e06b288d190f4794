// Walks a run of row keys from either end, page by page, so that no collection is ever held whole.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "format/key_range.h"
#include "ports/rows.h"

namespace keemun::encodings {

class RowWalk {
 public:
  // `rows` outlives the walk. Rows that are written behind its place while it walks are not met.
  RowWalk(ports::Rows& rows, format::KeyRange range, bool is_reverse)
      : rows_(rows), range_(std::move(range)), is_reverse_(is_reverse) {}

  bool at_end() const { return at_end_; }
  const format::KeyRange& rest() const { return range_; }

  // Passes over up to rows_max rows; how many there were.
  int64_t skip(int64_t rows_max);
  // The same, but reads no more than a page of them: Rows::pass_over().
  int64_t pass(int64_t rows_max);
  // Of the rows that were passed over last, where it was read; else empty.
  const Bytes& last_key() const { return last_key_; }
  // The next rows, at most rows_max and at most one page; none only at the end.
  // Whoever goes on from there later says how many more he will ask for: ScanRequest::rows_ahead.
  std::vector<ports::Row> next(int64_t rows_max, ports::Values values, size_t rows_ahead = 0);

 private:
  ports::Rows& rows_;
  format::KeyRange range_;  // what is left
  const bool is_reverse_;
  bool at_end_ = false;
  Bytes last_key_;
};

// All rows of a range: by pages of keys, as long as it is, unless the store remembers counts.
int64_t count_rows(ports::Rows& rows, format::KeyRange range);

// The same of a range that is expected to have none: a look at one row then.
int64_t count_rows_left(ports::Rows& rows, format::KeyRange range);

// The keys at these ranks of a range, which do not fall; none where the rows of the range cannot be
// counted without reading many of them, whichever ranks are asked for: those that happen to be
// known must not be drawn more often.
std::optional<std::vector<Bytes>> keys_at(ports::Rows& rows, format::KeyRange range,
                                          std::span<const uint64_t> ranks);

}  // namespace keemun::encodings
