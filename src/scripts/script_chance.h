// Where the chance of scripts stands, with the generator of lrand48(): every run of a server gives
// them the same numbers, until they say where to begin.
#pragma once

#include <cstdint>

namespace keemun::scripts {

struct ScriptChance {
  void begin_at(uint32_t seed) {
    constexpr uint64_t kLowest = 0x330E;
    state = uint64_t{seed} << 16 | kLowest;
  }

  uint64_t state = 0x1234'ABCD'330E;
};

}  // namespace keemun::scripts
