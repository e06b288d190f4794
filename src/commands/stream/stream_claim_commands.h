// Taking over what is pending for another consumer of a group.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply xclaim(Call& call);
Reply xautoclaim(Call& call);

}  // namespace keemun::commands
