// Whether a request of a client may run, and whether it may run now: what is looked at before any
// request, whatever it does.
#pragma once

#include <span>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "server/client.h"
#include "server/state.h"

namespace keemun::server {

// Throws CommandError where the client may not run it now. `command` is null where there is none of
// the name: who runs it says so.
void admit(State& state, Client& client, const commands::Command* command,
           std::span<const BytesView> args);

// Whether it is answered by an error that asks for nothing else: it waits for nobody, and nothing
// remembers that it was asked.
bool is_refused_anyhow(const State& state, Client& client, const commands::Command* command,
                       std::span<const BytesView> args);

// Whether this is what a web browser that was led here would send first. No command has the name.
bool is_of_browser(std::span<const BytesView> args);

// Whether CLIENT PAUSE holds this request back.
bool is_held_by_pause(State& state, Client& client, std::span<const BytesView> args);

// Whether this is the DBSIZE of a server that does not know yet how many keys it found. Not once it
// has waited for that: it is run then, whatever became of the counting.
bool must_be_counted_for(const State& state, Client& client, std::span<const BytesView> args);

}  // namespace keemun::server
