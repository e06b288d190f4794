// SORT and SORT_RO.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply sort(Call& call);
Reply sort_ro(Call& call);

}  // namespace keemun::commands
