// Keys change hands in shares: equal ranges of hash slots.
#pragma once

#include <cstddef>

#include "base/bytes.h"
#include "base/check.h"
#include "base/crc16.h"

namespace keemun::cluster {

class Shares {
 public:
  // A power of two, up to the number of slots.
  explicit Shares(size_t count) : count_(count) {
    CHECK(count >= 1 && count <= kSlotCount && (count & (count - 1)) == 0);
  }

  size_t count() const { return count_; }
  size_t of(BytesView key) const { return key_slot(key) / (kSlotCount / count_); }

 private:
  size_t count_;
};

}  // namespace keemun::cluster
