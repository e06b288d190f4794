// What a plan says goes wrong with a Redis, done to the simulated one.
#pragma once

#include "plan/plan.h"
#include "sim/fake_redis.h"

namespace keemun::sim {

// Faults of other doors change nothing.
void disturb(FakeRedis& copies, FakeRedis& indexes, const plan::FaultEvent& fault);

}  // namespace keemun::sim
