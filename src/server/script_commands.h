// SCRIPT: the scripts that are known, and the one that runs for too long.
#pragma once

#include <optional>

#include "resp/reply.h"
#include "server/command_table.h"

namespace keemun::server {

std::optional<Reply> script_debug(ServerCall& call);
std::optional<Reply> script_exists(ServerCall& call);
std::optional<Reply> script_flush(ServerCall& call);
std::optional<Reply> script_kill(ServerCall& call);
std::optional<Reply> script_load(ServerCall& call);

}  // namespace keemun::server
