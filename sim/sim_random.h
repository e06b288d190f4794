// Chance that repeats: the n-th draw is a function of the seed and n alone.
#pragma once

#include <cstdint>

#include "base/hash.h"
#include "ports/random.h"

namespace keemun::sim {

class SimRandom final : public ports::Random {
 public:
  explicit SimRandom(uint64_t seed) : sequence_(seed) {}

  uint64_t next() override { return sequence_.next(); }

 private:
  DrawSequence sequence_;
};

}  // namespace keemun::sim
