// Places: members of a sorted set whose scores say where they are.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply geoadd(Call& call);
Reply geodist(Call& call);
Reply geohash(Call& call);
Reply geopos(Call& call);

}  // namespace keemun::commands
