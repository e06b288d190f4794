// Whether the next step of the upkeep sweeps expired keys or collects garbage, each in its turn.
// What is swept may leave garbage, key by key: where there is much already, no more of it comes
// than goes, and no less.
#pragma once

#include <cstddef>

namespace keemun::server {

class TurnsOfSweep {
 public:
  // A step of the sweep takes so many keys, one of the collector a page of one.
  explicit TurnsOfSweep(size_t swept_keys_max) : swept_keys_max_(swept_keys_max) {}

  bool is_next(bool has_much_garbage) {
    const bool is_next = collects_ >= (has_much_garbage ? swept_keys_max_ : 1);
    collects_ = is_next ? 0 : collects_ + 1;
    return is_next;
  }

 private:
  const size_t swept_keys_max_;
  size_t collects_ = 0;  // since the last sweep
};

}  // namespace keemun::server
