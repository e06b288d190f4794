// SINTER, SUNION, SDIFF: what is in all of several sets, in any of them, in the first only.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply sinter(Call& call);
Reply sinterstore(Call& call);
Reply sintercard(Call& call);
Reply sunion(Call& call);
Reply sunionstore(Call& call);
Reply sdiff(Call& call);
Reply sdiffstore(Call& call);

}  // namespace keemun::commands
