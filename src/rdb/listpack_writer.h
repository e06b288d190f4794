// Writes a listpack, as rdb/packed.h reads it: the nodes of a stream are such.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace keemun::rdb {

class ListpackWriter {
 public:
  void add(int64_t number);
  void add(BytesView text);

  Bytes finish() &&;

 private:
  void end_element(size_t begin);

  Bytes elements_;
  size_t count_ = 0;
};

}  // namespace keemun::rdb
