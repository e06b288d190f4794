// COMMAND: what the server says about its own commands.
//
// All of it is read from the table and from what the host has added to it. Categories and what a
// command does with its keys follow from a row's flags and group, so they are coarser than what
// Redis keeps by hand for each command.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply command(Call& call);
Reply command_count(Call& call);
Reply command_docs(Call& call);
Reply command_getkeys(Call& call);
Reply command_getkeysandflags(Call& call);
Reply command_help(Call& call);
Reply command_info(Call& call);
Reply command_list(Call& call);

}  // namespace keemun::commands
