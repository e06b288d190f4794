// A half-open run of row keys [begin, end) in memcmp order, for a scan or a range erase. Owns its
// ends. An empty range has begin == end; begin never stands behind end.
#pragma once

#include "base/bytes.h"

namespace keemun::format {

struct KeyRange {
  Bytes begin;
  Bytes end;

  bool is_empty() const { return begin == end; }
  bool contains(BytesView row) const { return begin <= row && row < end; }

  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

// Where a scan of all rows ends, whosever they are.
inline const Bytes kBehindEveryRow(64, '\xff');

// Every row that starts with `prefix`, which must hold a byte other than FF.
KeyRange rows_with_prefix(Bytes prefix);

// As given, or empty at `begin` where `end` stands before it.
KeyRange rows_between(Bytes begin, Bytes end);

// The smallest row key behind `row`: where the next page of a scan begins.
Bytes row_after(Bytes row);

}  // namespace keemun::format
