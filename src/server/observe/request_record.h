// What is left of a request when it has run: numbers for INFO, an entry of SLOWLOG, a line for
// monitors.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "resp/reply.h"
#include "server/client.h"
#include "server/state.h"

namespace keemun::server {

// What waits is counted at once, and how long it took when it is served.
void count_begun(State& state, const commands::Command& command);
void count_took(State& state, const commands::Command& command, std::chrono::nanoseconds took,
                bool failed);
void count_call(State& state, const commands::Command& command, std::chrono::nanoseconds took,
                bool failed);
// Told to so many.
void count_error(State& state, const resp::Reply& error, size_t count = 1);
bool is_slow(const Settings& settings, std::chrono::nanoseconds took);
// By the client, or by a script, which is nobody (null).
void log_if_slow(State& state, const Client* client, const commands::Command& command,
                 std::span<const BytesView> args, std::chrono::nanoseconds took);
// A script is shown to monitors before what it calls, everything else when it has run.
bool is_shown_before(const commands::Command& command);
// Likewise by nobody.
void tell_monitors(State& state, const Client* client, size_t database,
                   const commands::Command& command, std::span<const BytesView> args);

}  // namespace keemun::server
