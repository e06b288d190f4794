// Chance that repeats: the n-th draw is a function of the seed and n alone.
#pragma once

#include <cstdint>

#include "base/hash.h"
#include "ports/random.h"

namespace keemun::sim {

class SimRandom final : public ports::Random {
 public:
  explicit SimRandom(uint64_t seed) : seed_(seed) {}

  uint64_t next() override { return hash_draw(seed_, draws_++, 0); }

 private:
  const uint64_t seed_;
  uint64_t draws_ = 0;
};

}  // namespace keemun::sim
