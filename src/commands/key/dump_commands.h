// DUMP and RESTORE.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply dump(Call& call);
Reply restore(Call& call);

}  // namespace keemun::commands
