#include "model/call.h"

namespace keemun::model {

std::span<const Command> set_commands() { return {}; }

}  // namespace keemun::model
