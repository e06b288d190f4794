// Bytes that came in and are not yet read. Owns them; a view from unread() lives until the next
// append(), also when its bytes have been consumed since: consuming only moves the start.
//
// Bytes are moved to the front only when more have been consumed than are left, so each byte is
// moved a bounded number of times whatever the sizes of the pieces. Memory follows the bytes that
// are really there, never a length that somebody announced.
#pragma once

#include <cstddef>

#include "base/bytes.h"
#include "base/check.h"

namespace keemun::resp {

class InputBuffer {
 public:
  // `bytes` must not point into this buffer.
  void append(BytesView bytes) {
    trim();
    if (start_ >= bytes_.size() - start_) {
      bytes_.erase(0, start_);
      start_ = 0;
    }
    bytes_.append(bytes);
  }

  BytesView unread() const { return BytesView(bytes_).substr(start_); }

  void consume(size_t count) {
    DCHECK(count <= bytes_.size() - start_);
    start_ += count;
  }

  void drop_all() {
    bytes_.clear();
    bytes_.shrink_to_fit();
    start_ = 0;
  }

  // Where nothing is unread, gives back what large requests have taken. Ends all views.
  void trim() {
    if (unread().empty() && bytes_.capacity() > kIdleBytesMax) drop_all();
  }

  size_t memory() const { return bytes_.capacity(); }

 private:
  // What an empty buffer may keep for the next bytes: one big value must not cost memory for ever.
  static constexpr size_t kIdleBytesMax = size_t{1} << 20;

  Bytes bytes_;
  size_t start_ = 0;
};

}  // namespace keemun::resp
