// Ranges of sorted sets by rank, score and name: shown, kept, counted, removed.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply zrange(Call& call);
Reply zrangestore(Call& call);
Reply zrangebyscore(Call& call);
Reply zrangebylex(Call& call);
Reply zrevrange(Call& call);
Reply zrevrangebyscore(Call& call);
Reply zrevrangebylex(Call& call);
Reply zcount(Call& call);
Reply zlexcount(Call& call);
Reply zremrangebyrank(Call& call);
Reply zremrangebyscore(Call& call);
Reply zremrangebylex(Call& call);

}  // namespace keemun::commands
