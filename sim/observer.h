// Whoever wants to know what happens in a world while it happens.
#pragma once

#include <functional>

#include "plan/plan.h"
#include "resp/reply.h"

namespace keemun::sim {

// Told each command when it is answered, and what the core answered.
using Observer = std::function<void(const plan::CommandEvent&, const resp::Reply&)>;

}  // namespace keemun::sim
