// Groups of consumers: making and ending them, and what is pending. Who takes over what is pending
// for others is in stream_claim_commands.h.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply xgroup(Call& call);
Reply xgroup_create(Call& call);
Reply xgroup_createconsumer(Call& call);
Reply xgroup_delconsumer(Call& call);
Reply xgroup_destroy(Call& call);
Reply xgroup_help(Call& call);
Reply xgroup_setid(Call& call);
Reply xack(Call& call);
Reply xpending(Call& call);

}  // namespace keemun::commands
