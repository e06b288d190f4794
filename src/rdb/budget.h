// How much memory what is read may take. A small payload may stand for very much: strings in it are
// compressed, and an entry of a stream has the names of its fields from the first one of its node.
#pragma once

#include <cstddef>

#include "base/command_error.h"

namespace keemun::rdb {

class Budget {
 public:
  // An element of so many bytes.
  void spend(size_t bytes) {
    constexpr size_t kBytesMax = size_t{1} << 30;
    constexpr size_t kBytesOfEach = 64;  // beside its text
    spent_ += kBytesOfEach + bytes;
    if (spent_ > kBytesMax) throw CommandError("ERR value is too large to be restored");
  }

 private:
  size_t spent_ = 0;
};

}  // namespace keemun::rdb
