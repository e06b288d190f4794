// Publishing, listening, and who listens.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> subscribe(ServerCall& call);
std::optional<Reply> unsubscribe(ServerCall& call);
std::optional<Reply> psubscribe(ServerCall& call);
std::optional<Reply> punsubscribe(ServerCall& call);
std::optional<Reply> ssubscribe(ServerCall& call);
std::optional<Reply> sunsubscribe(ServerCall& call);
std::optional<Reply> publish_command(ServerCall& call);
std::optional<Reply> spublish_command(ServerCall& call);
std::optional<Reply> pubsub_channels(ServerCall& call);
std::optional<Reply> pubsub_help(ServerCall& call);
std::optional<Reply> pubsub_numpat(ServerCall& call);
std::optional<Reply> pubsub_numsub(ServerCall& call);
std::optional<Reply> pubsub_shardchannels(ServerCall& call);
std::optional<Reply> pubsub_shardnumsub(ServerCall& call);

}  // namespace keemun::server
