// EXPIRE, TTL and their families.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply expire(Call& call);
Reply pexpire(Call& call);
Reply expireat(Call& call);
Reply pexpireat(Call& call);
Reply ttl(Call& call);
Reply pttl(Call& call);
Reply expiretime(Call& call);
Reply pexpiretime(Call& call);
Reply persist(Call& call);

}  // namespace keemun::commands
