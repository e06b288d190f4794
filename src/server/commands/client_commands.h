// CLIENT: what a client asks of connections, its own and others'.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> client_getname(ServerCall& call);
std::optional<Reply> client_help(ServerCall& call);
std::optional<Reply> client_id(ServerCall& call);
std::optional<Reply> client_info(ServerCall& call);
std::optional<Reply> client_kill(ServerCall& call);
std::optional<Reply> client_list(ServerCall& call);
std::optional<Reply> client_no_evict(ServerCall& call);
std::optional<Reply> client_pause(ServerCall& call);
std::optional<Reply> client_reply(ServerCall& call);
std::optional<Reply> client_setname(ServerCall& call);
std::optional<Reply> client_unblock(ServerCall& call);
std::optional<Reply> client_unpause(ServerCall& call);

}  // namespace keemun::server
