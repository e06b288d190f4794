// Strings that hold numbers: INCR and its family.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply incr(Call& call);
Reply incrby(Call& call);
Reply decr(Call& call);
Reply decrby(Call& call);
Reply incrbyfloat(Call& call);

}  // namespace keemun::commands
