// Bytes on their way to one client: what was encoded, and how much of it has been sent.
#pragma once

#include <cstddef>

#include "base/bytes.h"

namespace keemun::server {

class Output {
 public:
  // Append to it what shall be sent next.
  Bytes& tail() { return bytes_; }

  BytesView unsent() const { return BytesView(bytes_).substr(sent_); }
  size_t size() const { return bytes_.size() - sent_; }
  bool empty() const { return size() == 0; }
  size_t memory() const { return bytes_.capacity(); }

  void consume(size_t count) {
    sent_ += count;
    if (sent_ == bytes_.size()) {
      bytes_.clear();
      sent_ = 0;
      if (bytes_.capacity() > kIdleBytesMax) bytes_ = Bytes();
    } else if (sent_ > kIdleBytesMax && sent_ > bytes_.size() / 2) {
      bytes_.erase(0, sent_);
      sent_ = 0;
    }
  }

  // The end as it is now, and back to it: of bytes that turned out not to be true.
  size_t mark() const { return size(); }
  void cut_back(size_t mark) { bytes_.resize(sent_ + mark); }

 private:
  static constexpr size_t kIdleBytesMax = size_t{16} << 10;

  Bytes bytes_;
  size_t sent_ = 0;
};

}  // namespace keemun::server
