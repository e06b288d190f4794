// The names that the commands of a plan may give to databases. The oracle opens all of them before
// the first event, so that its databases are the same ones, in the same order, all the way.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "model/model.h"
#include "plan/plan.h"

namespace keemun::sim {

// Where their rows stand, in the order of the model's databases behind those that have a number.
std::vector<format::KeyLayout> open_names(const plan::Plan& plan, model::Model& model);

}  // namespace keemun::sim
