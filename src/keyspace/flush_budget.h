// Up to here a flush goes key by key, as DEL does; beyond, it erases ranges. On many stores a range
// that was erased stands in the way of reads for long. Only metas are read for the decision: among
// the other rows there may be many that were erased, and a scan steps over each of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace keemun::keyspace {

class FlushBudget {
 public:
  static constexpr size_t kPageMetas = 256;

  // A key of so many rows, whose meta, which has a string whole, has so many bytes. False: it is
  // more than there is room for.
  bool take(int64_t rows, size_t meta_bytes) {
    rows_ += rows;
    bytes_ += meta_bytes;
    return rows_ <= kRowsMax && bytes_ <= kBytesMax;
  }

 private:
  static constexpr int64_t kRowsMax = 1000;
  static constexpr size_t kBytesMax = size_t{4} << 20;

  int64_t rows_ = 0;
  size_t bytes_ = 0;
};

}  // namespace keemun::keyspace
