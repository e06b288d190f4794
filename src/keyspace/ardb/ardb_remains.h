// What a key of the ardb family leaves where its rows are too many to go at once: a tombstone in
// the place of its meta, and rows that are erased later, page by page.
//
// A tombstone is a meta that counts 0 and expired in the first millisecond of 1970. So no command
// sees its key, and it stands first in the index of expiry, where the sweep looks next. Rows of the
// key may be left as long as it stands; it goes with the last of them.
#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.h"
#include "format/ardb_value.h"
#include "format/key_range.h"
#include "ports/rows.h"

namespace keemun::keyspace {

inline constexpr int64_t kArdbBuriedAtMs = 1;  // 0 would be no expiry

bool is_ardb_tombstone(const format::ArdbValue& meta);
format::ArdbValue ardb_tombstone_of(format::ArdbValue meta);

// What may be erased row by row.
struct EraseRoom {
  size_t rows_max = 0;
  size_t bytes_max = 0;  // of their keys
};

struct RowKeys {
  std::vector<Bytes> keys = {};
  bool are_all = false;
};

// The first rows of a run, as far as there is room for them.
RowKeys first_row_keys(ports::Rows& rows, format::KeyRange range, const EraseRoom& room);

}  // namespace keemun::keyspace
