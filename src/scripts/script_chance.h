// Where the chance of scripts stands, with the generator of lrand48(): every run of a server gives
// them the same numbers, until they say where to begin.
#pragma once

#include <cstdint>

namespace keemun::scripts {

struct ScriptChance {
  uint64_t state = 0x330E;
};

}  // namespace keemun::scripts
