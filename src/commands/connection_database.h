// Numbers of databases, and of other things that Redis keeps in an int, as arguments give them.
#pragma once

#include <cstddef>

#include "commands/call.h"

namespace keemun::commands {

// "ERR value is not an integer or out of range", "ERR value is out of range, value must between
// ...", "ERR DB index is out of range"
size_t parse_database(const Call& call, size_t index);

}  // namespace keemun::commands
