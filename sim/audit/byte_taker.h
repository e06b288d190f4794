// Takes the bytes of a stored row apart from the front: the auditors' own reading, which shares
// nothing with src/format. Throws CommandError where there are too few.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "base/command_error.h"

namespace keemun::sim {

class ByteTaker {
 public:
  // `what` they are, in errors.
  explicit ByteTaker(BytesView bytes, BytesView what = "row") : bytes_(bytes), what_(what) {}

  BytesView take(size_t count) {
    if (bytes_.size() < count) throw CommandError(Bytes(what_) + " is too short");
    const BytesView taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  uint8_t byte() { return static_cast<uint8_t>(take(1).front()); }
  // Big-endian, of so many bytes.
  uint64_t number(size_t bytes) {
    uint64_t value = 0;
    for (const char byte : take(bytes)) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
  }
  BytesView rest() { return take(bytes_.size()); }
  bool at_end() const { return bytes_.empty(); }

 private:
  BytesView bytes_;
  BytesView what_;
};

}  // namespace keemun::sim
