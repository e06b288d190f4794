// The door to chance: the only source of it for whatever a command leaves open (SPOP, RANDOMKEY).
#pragma once

#include <cstdint>

namespace keemun::ports {

class Random {
 public:
  virtual ~Random() = default;
  virtual uint64_t next() = 0;  // every bit as good as another

  // Uniform in [0, bound); bound is at least 1.
  uint64_t below(uint64_t bound) {
    // The draws below `uneven` would favour small results: they are thrown away.
    const uint64_t uneven = (0 - bound) % bound;
    uint64_t draw = next();
    while (draw < uneven) draw = next();
    return draw % bound;
  }
};

}  // namespace keemun::ports
