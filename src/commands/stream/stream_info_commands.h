// What XINFO tells of a stream, of its groups and of their consumers.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply xinfo(Call& call);
Reply xinfo_consumers(Call& call);
Reply xinfo_groups(Call& call);
Reply xinfo_help(Call& call);
Reply xinfo_stream(Call& call);

}  // namespace keemun::commands
