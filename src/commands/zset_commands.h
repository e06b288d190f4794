// ZADD and its family: members, scores, ranks, pops.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply zadd(Call& call);
Reply zincrby(Call& call);
Reply zrem(Call& call);
Reply zcard(Call& call);
Reply zscore(Call& call);
Reply zmscore(Call& call);
Reply zrank(Call& call);
Reply zrevrank(Call& call);
Reply zpopmin(Call& call);
Reply zpopmax(Call& call);
Reply zmpop(Call& call);
Reply zrandmember(Call& call);
Reply zscan(Call& call);

}  // namespace keemun::commands
