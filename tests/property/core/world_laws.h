// How the laws of the core play plans: many seeds in one world, the first failure made small.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>

#include "base/bytes.h"
#include "plan/generator.h"
#include "plan/plan_text.h"
#include "plan/shrink.h"
#include "sim/world.h"

namespace keemun {

inline std::optional<sim::Violation> violation_of(const plan::Plan& plan) {
  return sim::World(plan).play();
}

// Plays a plan; if it breaks a law, shrinks and prints it.
inline void play_plan(const plan::Plan& plan) {
  const auto violation = violation_of(plan);
  if (!violation) return;
  const auto fails = [&](const plan::Plan& candidate) {
    const auto other = violation_of(candidate);
    return other && other->law == violation->law;
  };
  const plan::Plan smallest = plan::shrink(plan, violation->event_index, fails);
  const auto last = violation_of(smallest);
  FAIL() << violation->law << "\n" << plan::to_text(smallest) << (last ? last->detail : "");
}

// Plays plans until one breaks a law.
inline void play_plans(const std::map<Bytes, Bytes>& options, uint64_t first_seed, size_t plans,
                       plan::GeneratorOptions generator) {
  generator.own_clock = true;
  for (uint64_t seed = first_seed; seed < first_seed + plans; ++seed) {
    plan::Plan plan = plan::generate(seed, generator);
    plan.options = options;
    play_plan(plan);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace keemun
