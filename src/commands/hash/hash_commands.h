// HSET and its family.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply hset(Call& call);
Reply hmset(Call& call);
Reply hsetnx(Call& call);
Reply hget(Call& call);
Reply hmget(Call& call);
Reply hgetall(Call& call);
Reply hkeys(Call& call);
Reply hvals(Call& call);
Reply hlen(Call& call);
Reply hstrlen(Call& call);
Reply hexists(Call& call);
Reply hdel(Call& call);
Reply hincrby(Call& call);
Reply hincrbyfloat(Call& call);
Reply hrandfield(Call& call);
Reply hscan(Call& call);

}  // namespace keemun::commands
