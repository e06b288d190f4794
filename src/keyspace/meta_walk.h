// Walks the meta rows of one namespace in row order, page by page, from any position. In the slot
// layout it steps over slots that hold nothing with one seek, however many they are.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/slot_prefixes.h"
#include "ports/rows.h"

namespace keemun::keyspace {

// Slot layout: the first slot that has any row at or behind `from`, whosever it is.
std::optional<format::Slot> first_slot_with_rows(ports::Rows& rows, Bytes from);

class MetaWalk {
 public:
  // From the first meta row, or from the first at or behind `from`, which may be any bytes.
  MetaWalk(ports::Rows& rows, const format::KeyLayout& layout, const std::optional<Bytes>& from);

  bool at_end() const { return !range_; }
  // Where next() goes on; not at the end.
  const Bytes& position() const { return range_->begin; }
  // Between 0 and rows_max rows; 0 does not mean the end.
  std::vector<ports::Row> next(size_t rows_max);

 private:
  // The meta rows of the first partition that has any row at or behind `from`.
  std::optional<format::KeyRange> find_partition(const Bytes& from);

  ports::Rows& rows_;
  const format::KeyLayout& layout_;
  std::optional<format::KeyRange> range_;  // what is left of the partition
};

}  // namespace keemun::keyspace
