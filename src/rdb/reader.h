// Reads what Redis writes into its files: lengths, strings, scores. Takes any bytes at all; where
// they do not go on as they should it throws CommandError "ERR Bad data format".
//
// Lengths:   00nnnnnn                    n
//            01nnnnnn nnnnnnnn           n, the high bits first
//            10000000 + 4 bytes          n, big-endian
//            10000001 + 8 bytes          n, big-endian
// Strings:   length, bytes
//            11000000 + 1 byte           the decimal text of a signed little-endian integer
//            11000001 + 2 bytes
//            11000010 + 4 bytes
//            11000011 length length ...  so many bytes of LZF, that were as many before
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "rdb/little_endian.h"

namespace keemun::rdb {

[[noreturn]] void throw_bad_data();

class Reader {
 public:
  explicit Reader(BytesView bytes) : size_(bytes.size()), rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }
  // How much has been read.
  size_t position() const { return size_ - rest_.size(); }

  BytesView bytes(uint64_t count);
  uint8_t byte() { return static_cast<uint8_t>(bytes(1).front()); }
  template <typename Integer>
  Integer little_endian() {
    return load_little_endian<Integer>(bytes(sizeof(Integer)));
  }
  template <typename Integer>
  Integer big_endian() {
    Integer value = 0;
    for (const char each : bytes(sizeof value)) {
      value = static_cast<Integer>(value << 8 | static_cast<unsigned char>(each));
    }
    return value;
  }

  uint64_t length();
  Bytes string();
  // As eight bytes; and as text. Not NaN.
  double score();
  double score_text();

 private:
  uint64_t length_behind(uint8_t first);
  Bytes compressed();

  size_t size_;
  BytesView rest_;
};

}  // namespace keemun::rdb
