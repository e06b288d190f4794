// PFADD and its family: strings that count different elements.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply pfadd(Call& call);
Reply pfcount(Call& call);
Reply pfdebug(Call& call);
Reply pfmerge(Call& call);

}  // namespace keemun::commands
