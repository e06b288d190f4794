// Row changes that go to a store together, in the order in which they must become visible where the
// store cannot make them visible at once.
//
// Range erases come first: a batch never erases by range what it puts. Each row is named once.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace keemun::ports {

struct WriteBatch {
  struct RangeErase {
    Bytes begin;
    Bytes end;  // excluded
    friend bool operator==(const RangeErase&, const RangeErase&) = default;
  };
  struct Write {
    Bytes key;
    Bytes value;
    bool is_erase = false;
    friend bool operator==(const Write&, const Write&) = default;
  };

  std::vector<RangeErase> range_erases;
  std::vector<Write> writes;

  bool empty() const { return range_erases.empty() && writes.empty(); }
  // Keys and values together: what a store's limit on batches counts.
  size_t byte_count() const;
};

}  // namespace keemun::ports
