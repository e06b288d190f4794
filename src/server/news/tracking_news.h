// Sends what clients with caches of their own have to hear.
#pragma once

#include "server/state.h"

namespace keemun::server {

// What has changed since, to those who have read it. After the reply of who changed it.
void tell_readers(State& state);
// The same before that reply, which may hold what was read before: to all whose news are not for
// who is `answered` by it, nor about what he has read.
void tell_other_readers(State& state, uint64_t answered);
// The same at the end of a turn, and to those who listen for a prefix of what has changed in it.
void tell_trackers(State& state);

// The client wants to hear nothing any more.
void stop_tracking(State& state, Client& client);

}  // namespace keemun::server
