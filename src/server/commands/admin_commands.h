// What somebody asks who runs a server: saving, stopping, testing; and what it answers about the
// things that it has not, replicas, clusters and modules.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> bgrewriteaof(ServerCall& call);
std::optional<Reply> bgsave(ServerCall& call);
std::optional<Reply> cluster_disabled(ServerCall& call);
std::optional<Reply> debug(ServerCall& call);
std::optional<Reply> lolwut(ServerCall& call);
std::optional<Reply> lastsave(ServerCall& call);
std::optional<Reply> module_list(ServerCall& call);
std::optional<Reply> replicaof(ServerCall& call);
std::optional<Reply> role(ServerCall& call);
std::optional<Reply> save(ServerCall& call);
std::optional<Reply> shutdown(ServerCall& call);
std::optional<Reply> wait(ServerCall& call);

}  // namespace keemun::server
