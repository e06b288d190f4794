// ZADD and its family: members, scores, ranks, pops.
#pragma once

#include <functional>

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
// Calls `is_read` once the arguments have been read, before anything is looked at.
Reply zmpop_when_read(Call& call, const std::function<void()>& is_read);
Reply zrandmember(Call& call);
Reply zscan(Call& call);

}  // namespace keemun::commands
