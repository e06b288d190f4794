// What no run before had: a seed, or a name.
#pragma once

#include <cstdint>
#include <random>

namespace keemun::programs {

inline uint64_t random_number() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

}  // namespace keemun::programs
