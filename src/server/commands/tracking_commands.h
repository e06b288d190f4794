// CLIENT TRACKING and what belongs to it: clients that keep what they read hear of its changes.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> client_caching(ServerCall& call);
std::optional<Reply> client_getredir(ServerCall& call);
std::optional<Reply> client_tracking(ServerCall& call);
std::optional<Reply> client_trackinginfo(ServerCall& call);

}  // namespace keemun::server
