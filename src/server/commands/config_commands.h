// CONFIG: the options of the table while the server runs.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> config_get(ServerCall& call);
std::optional<Reply> config_help(ServerCall& call);
std::optional<Reply> config_resetstat(ServerCall& call);
std::optional<Reply> config_rewrite(ServerCall& call);
std::optional<Reply> config_set(ServerCall& call);

}  // namespace keemun::server
