// Plans from seeds: the same seed and options give the same plan, on every machine.
#pragma once

#include "plan/plan.h"
#include "plan/swarm.h"

namespace keemun::plan {

Plan generate(uint64_t seed, const GeneratorOptions& options);

}  // namespace keemun::plan
