// BITFIELD and BITFIELD_RO: integers of any width inside a string.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply bitfield(Call& call);
Reply bitfield_ro(Call& call);

}  // namespace keemun::commands
