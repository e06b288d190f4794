// Row changes that go to a store together, in the order in which they must become visible where the
// store cannot make them visible at once.
//
// Range erases come first: a batch never erases by range what it puts. Each row is named once.
//
// A batch may say how rows must be at the moment at which it happens, early or late: a store that
// takes such batches writes nothing of one that expects what is not so (StoreError::kConflict).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace keemun::ports {

// Whether there was such a row when it was written, where who writes it has looked: whoever knows
// how many rows there are then knows it afterwards, too.
enum class WasThere : uint8_t { kUnknown, kNo, kYes };

// Of each of some rows, so many of which are new.
constexpr WasThere were_there(size_t rows, int64_t added) {
  if (added == 0) return WasThere::kYes;
  return static_cast<size_t>(added) == rows ? WasThere::kNo : WasThere::kUnknown;
}

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
    WasThere was_there = WasThere::kUnknown;
    friend bool operator==(const Write&, const Write&) = default;
  };

  struct Expectation {
    Bytes key;
    std::optional<Bytes> value;  // none: no such row
    friend bool operator==(const Expectation&, const Expectation&) = default;
  };

  std::vector<RangeErase> range_erases;
  std::vector<Write> writes;
  std::vector<Expectation> expectations;
  // The places of the writes by the order of their keys, where who gives the batch knows it; else
  // none.
  std::vector<uint32_t> by_key = {};

  // It would change nothing, whatever it expects.
  bool empty() const { return range_erases.empty() && writes.empty(); }
  // Keys and values together: what a store's limit on batches counts.
  size_t byte_count() const;
};

}  // namespace keemun::ports
