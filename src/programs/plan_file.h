// A plan that somebody has in a file.
#pragma once

#include <functional>
#include <string>

#include "plan/plan_text.h"

namespace keemun::programs {

// Throws std::runtime_error with the file and the reason: it cannot be read, is no plan, has no
// event, or what `check` throws.
plan::Plan read_plan(const std::string& path,
                     const std::function<void(const plan::WrittenPlan& written)>& check = {});

}  // namespace keemun::programs
