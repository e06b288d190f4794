// SADD and its family; what combines several sets is in set_algebra_commands.h.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply sadd(Call& call);
Reply srem(Call& call);
Reply spop(Call& call);
Reply srandmember(Call& call);
Reply sismember(Call& call);
Reply smismember(Call& call);
Reply scard(Call& call);
Reply smembers(Call& call);
Reply smove(Call& call);
Reply sscan(Call& call);

}  // namespace keemun::commands
