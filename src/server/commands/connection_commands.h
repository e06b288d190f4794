// Commands about the connection itself: who it is, how it speaks, whether it stays.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> hello(ServerCall& call);
std::optional<Reply> auth(ServerCall& call);
std::optional<Reply> quit(ServerCall& call);
std::optional<Reply> reset(ServerCall& call);

}  // namespace keemun::server
