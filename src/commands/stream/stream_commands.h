// Streams as rows of entries: appending, ranges, deletion. What readers do is in
// stream_read_commands.h, groups in stream_group_commands.h.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply xadd(Call& call);
Reply xlen(Call& call);
Reply xrange(Call& call);
Reply xrevrange(Call& call);
Reply xdel(Call& call);
Reply xtrim(Call& call);
Reply xsetid(Call& call);

}  // namespace keemun::commands
