// Plans for RapidCheck: the generator's plans, shrunk by the plan's own edits. For tests only;
// nothing that is linked into a program includes this.
#pragma once

#include <rapidcheck.h>

#include <memory>
#include <ostream>

#include "plan/generator.h"
#include "plan/plan_text.h"
#include "plan/shrink.h"

namespace keemun::plan {

// What RapidCheck prints of a counterexample can be pasted into a .plan file.
inline void showValue(const Plan& plan, std::ostream& stream) {
  stream << to_text(plan);
}

inline rc::Shrinkable<Plan> shrinkable_plan(Plan plan) {
  return rc::shrinkable::shrinkRecur(std::move(plan), [](const Plan& failing) {
    auto all = std::make_shared<std::vector<Edit>>(edits(failing));
    return rc::seq::map(rc::seq::range<size_t>(0, all->size()),
                        [failing, all](size_t i) { return edited(failing, (*all)[i]); });
  });
}

inline rc::Gen<Plan> arbitrary_plan(GeneratorOptions options) {
  return [options](const rc::Random& random, int size) {
    rc::Random source = random;
    GeneratorOptions sized = options;
    // RapidCheck grows its cases from nothing to full size.
    sized.event_count = 1 + options.event_count * static_cast<size_t>(size) / rc::kNominalSize;
    return shrinkable_plan(generate(source.next(), sized));
  };
}

}  // namespace keemun::plan
