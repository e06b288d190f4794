// What somebody asks who watches a server: slow commands, latencies, memory, everything that runs.
#pragma once

#include <optional>

#include "commands/call.h"
#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> slowlog_get(ServerCall& call);
std::optional<Reply> slowlog_help(ServerCall& call);
std::optional<Reply> slowlog_size(ServerCall& call);
std::optional<Reply> slowlog_reset(ServerCall& call);
std::optional<Reply> latency_histogram(ServerCall& call);
std::optional<Reply> latency_history(ServerCall& call);
std::optional<Reply> latency_latest(ServerCall& call);
std::optional<Reply> latency_doctor(ServerCall& call);
std::optional<Reply> latency_reset(ServerCall& call);
std::optional<Reply> memory_doctor(ServerCall& call);
std::optional<Reply> memory_malloc_stats(ServerCall& call);
std::optional<Reply> memory_purge(ServerCall& call);
std::optional<Reply> memory_stats(ServerCall& call);
Reply memory_usage(commands::Call& call);
std::optional<Reply> monitor(ServerCall& call);

}  // namespace keemun::server
