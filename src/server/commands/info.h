// INFO: what a server tells of itself, in Redis' sections and under Redis' names as far as it has
// the notion, and under its own in the section Keemun.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> info(ServerCall& call);

}  // namespace keemun::server
