// Lists: elements found by their value.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply linsert(Call& call);
Reply lrem(Call& call);
Reply lpos(Call& call);

}  // namespace keemun::commands
