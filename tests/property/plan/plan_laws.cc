// Laws of plans as data.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "arbitrary_plan.h"

namespace keemun::plan {
namespace {

GeneratorOptions with_clock() {
  GeneratorOptions options;
  options.event_count = 12;
  options.own_clock = true;
  return options;
}

RC_GTEST_PROP(PlanLaw, TextGivesThePlanBack, ()) {
  const Plan plan = *arbitrary_plan(with_clock());
  RC_ASSERT(from_text(to_text(plan)) == plan);
}

RC_GTEST_PROP(PlanLaw, EveryEditGivesAnotherPlanThatCanBeWritten, ()) {
  const Plan plan = *arbitrary_plan(with_clock());
  const std::vector<Edit> all = edits(plan);
  RC_PRE(!all.empty());
  const Plan smaller = edited(plan, all[*rc::gen::inRange<size_t>(0, all.size())]);
  RC_ASSERT(!(smaller == plan));
  RC_ASSERT(from_text(to_text(smaller)) == smaller);
}

RC_GTEST_PROP(PlanLaw, WhatRapidCheckIsGivenShrinksToAnEnd, ()) {
  rc::Shrinkable<Plan> tree = shrinkable_plan(*arbitrary_plan(with_clock()));
  size_t steps = 0;
  while (const auto smaller = tree.shrinks().next()) {
    tree = *smaller;
    RC_ASSERT(++steps < 10'000u);
  }
  RC_ASSERT(tree.value().events.size() <= 1u);
}

}  // namespace
}  // namespace keemun::plan
