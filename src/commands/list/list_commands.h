// Lists: both ends, places by index, and from list to list. What looks for elements by their value
// is in list_search_commands.h.
#pragma once

#include <functional>

#include "commands/call.h"

namespace keemun::commands {

Reply lpush(Call& call);
Reply rpush(Call& call);
Reply lpushx(Call& call);
Reply rpushx(Call& call);
Reply lpop(Call& call);
Reply rpop(Call& call);
Reply llen(Call& call);
Reply lrange(Call& call);
Reply ltrim(Call& call);
Reply lindex(Call& call);
Reply lset(Call& call);
Reply lmove(Call& call);
Reply rpoplpush(Call& call);
Reply lmpop(Call& call);
// Calls `is_read` once the arguments have been read, before anything is looked at.
Reply lmpop_when_read(Call& call, const std::function<void()>& is_read);

}  // namespace keemun::commands
