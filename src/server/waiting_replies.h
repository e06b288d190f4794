// Replies to one client that wait for a commit: how many there are, and which of them stay true if
// it fails, as they are about the client alone. In the order in which they were given:
//
//   departed: wait for the commit under way | gathered: wait for the next one
#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.h"

namespace keemun::server {

class WaitingReplies {
 public:
  void add() { ++gathered_; }
  size_t count() const { return departed_ + gathered_; }
  // Those behind the first `before` stay true; as they were encoded.
  void keep(size_t before, Bytes bytes);

  // They belong to a commit that begins now; no other is under way.
  void depart();
  // That commit has succeeded.
  void release_departed();
  void release_all();
  // None of the commits did: what the client is told goes to the end of `out`, `error` in the place
  // of what is not true.
  void fail(BytesView error, Bytes& out);

 private:
  struct Kept {
    size_t before = 0;
    size_t count = 0;
    Bytes bytes;
  };

  size_t gathered_ = 0;
  size_t departed_ = 0;
  std::vector<Kept> kept_;
};

}  // namespace keemun::server
