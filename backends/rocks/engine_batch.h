// A batch for the engine, put together as it stands in its log, which is what the engine's own
// class does too, at four times the cost for small rows.
//
//   head     fixed64 sequence number, left zero for the engine; fixed32 records; little-endian
//   put      05 varint32 family, key, value          family 0: 01 key, value
//   erase    04 varint32 family, key                 family 0: 00 key
//   range    0E varint32 family, begin, end          family 0: 0F begin, end
//            of keys and values varint32 length, bytes
//
// On disk, so that the engine cannot change it. Lengths are below 2^32.
#pragma once

#include <rocksdb/write_batch.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.h"

namespace keemun::rocks {

class EngineBatch {
 public:
  // Room for so many records, and for so many bytes of keys and values; it grows beyond.
  EngineBatch(size_t records, size_t bytes);

  void put(uint32_t family, BytesView key, BytesView value);
  void erase(uint32_t family, BytesView key);
  void erase_range(uint32_t family, BytesView begin, BytesView end);

  // Nothing is added afterwards.
  rocksdb::WriteBatch take();

 private:
  struct Tags {
    char in_default_family;
    char in_family;
  };

  // Where a record begins that takes no more than so many bytes beside its tag and family.
  char* begin(const Tags& tags, uint32_t family, size_t bytes_max);
  void end(const char* end);

  std::string bytes_;
  size_t end_;
  uint32_t records_ = 0;
};

}  // namespace keemun::rocks
