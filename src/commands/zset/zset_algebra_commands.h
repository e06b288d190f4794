// Unions, intersections and differences of sorted sets. A plain set takes part as a sorted set
// whose scores are all 1.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply zunion(Call& call);
Reply zinter(Call& call);
Reply zdiff(Call& call);
Reply zunionstore(Call& call);
Reply zinterstore(Call& call);
Reply zdiffstore(Call& call);
Reply zintercard(Call& call);

}  // namespace keemun::commands
