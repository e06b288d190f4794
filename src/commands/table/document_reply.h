// What COMMAND DOCS answers for one command.
#pragma once

#include "commands/table/known_commands.h"
#include "commands/table/table.h"
#include "resp/reply.h"

namespace keemun::commands {

// A map, with the subcommands that the command contains; what a command does not have is left out.
resp::Reply document_reply(const KnownCommands& known, const Command& command);

}  // namespace keemun::commands
