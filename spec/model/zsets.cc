#include "model/call.h"

namespace keemun::model {

std::span<const Command> zset_commands() { return {}; }

}  // namespace keemun::model
