// Reading on behind an id, of several streams at once, and waiting where nothing stands there; for
// a group, which is given what it has not been given yet.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply xread(Call& call);
Reply xreadgroup(Call& call);

}  // namespace keemun::commands
