// Pops that wait: where there is nothing to pop, the client is parked until one of its keys has
// something, or until its time is over. A handler does not wait: it asks its host to (host.h),
// which runs the request again when a key has changed, and answers what a wait in vain answers.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply blmove(Call& call);
Reply blmpop(Call& call);
Reply blpop(Call& call);
Reply brpop(Call& call);
Reply brpoplpush(Call& call);
Reply bzmpop(Call& call);
Reply bzpopmax(Call& call);
Reply bzpopmin(Call& call);

}  // namespace keemun::commands
