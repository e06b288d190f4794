// The connection, its database, and the databases as wholes.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply ping(Call& call);
Reply echo(Call& call);
Reply time(Call& call);
Reply select(Call& call);
Reply swapdb(Call& call);
Reply dbsize(Call& call);
Reply flushdb(Call& call);
Reply flushall(Call& call);

}  // namespace keemun::commands
