// What lies around a place, among the members of a sorted set.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply geosearch(Call& call);
Reply geosearchstore(Call& call);
// And GEORADIUS_RO, GEORADIUSBYMEMBER_RO, which store nothing.
Reply georadius(Call& call);
Reply georadiusbymember(Call& call);

}  // namespace keemun::commands
