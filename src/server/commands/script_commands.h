// SCRIPT: the scripts that are known, and the one that runs for too long; and that which is a
// function of a library.
#pragma once

#include <optional>

#include "resp/reply.h"
#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> function_kill(ServerCall& call);
std::optional<Reply> function_stats(ServerCall& call);
std::optional<Reply> script_debug(ServerCall& call);
std::optional<Reply> script_exists(ServerCall& call);
std::optional<Reply> script_flush(ServerCall& call);
std::optional<Reply> script_kill(ServerCall& call);
std::optional<Reply> script_load(ServerCall& call);

}  // namespace keemun::server
