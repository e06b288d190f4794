// Bytes on their way to one client, in the order in which they were encoded:
//
//   sent | released: may be sent | departed: wait for the commit under way | wait for the next one
#pragma once

#include <cstddef>

#include "base/bytes.h"

namespace keemun::server {

class Output {
 public:
  // Append to it what shall be sent when the commit of now has succeeded.
  Bytes& tail() { return bytes_; }
  // A place in all that was ever appended: behind what was appended last. And what stands between
  // two of them, as long as it was not sent.
  size_t end() const { return forgotten_ + bytes_.size(); }
  BytesView between(size_t from, size_t to) const {
    return BytesView(bytes_).substr(from - forgotten_, to - from);
  }

  // Of the same places, the one behind what was released.
  size_t released_end() const { return forgotten_ + released_; }

  bool has_departed() const { return departed_ > released_; }
  BytesView unsent() const { return BytesView(bytes_).substr(sent_, released_ - sent_); }
  // All that the client has not taken, released or not.
  size_t size() const { return bytes_.size() - sent_; }
  bool empty() const { return size() == 0; }
  size_t memory() const { return bytes_.capacity(); }

  // What is here belongs to a commit that begins now.
  void depart() { departed_ = bytes_.size(); }
  // That commit has succeeded.
  void release_departed() { released_ = departed_; }
  void release_all() { released_ = departed_ = bytes_.size(); }
  // What was not released turned out not to be true.
  void cut_back() {
    bytes_.resize(released_);
    departed_ = released_;
  }

  void consume(size_t count) {
    sent_ += count;
    if (sent_ == bytes_.size()) {
      bytes_.clear();
      forget_sent();
      if (bytes_.capacity() > kIdleBytesMax) bytes_.shrink_to_fit();
    } else if (sent_ > kIdleBytesMax && sent_ > bytes_.size() / 2) {
      bytes_.erase(0, sent_);
      forget_sent();
    }
  }

 private:
  // What a client that has taken everything may keep: one big reply must not cost memory for ever.
  static constexpr size_t kIdleBytesMax = size_t{16} << 10;

  void forget_sent() {
    released_ -= sent_;
    departed_ -= sent_;
    forgotten_ += sent_;
    sent_ = 0;
  }

  Bytes bytes_;
  size_t forgotten_ = 0;  // in front of them
  // Each at most the next.
  size_t sent_ = 0;
  size_t released_ = 0;
  size_t departed_ = 0;
};

}  // namespace keemun::server
