// SETBIT, BITCOUNT and their family: strings as bits.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply setbit(Call& call);
Reply getbit(Call& call);
Reply bitcount(Call& call);
Reply bitpos(Call& call);
Reply bitop(Call& call);

}  // namespace keemun::commands
