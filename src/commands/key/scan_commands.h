// KEYS and SCAN.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply keys(Call& call);
Reply scan(Call& call);

}  // namespace keemun::commands
