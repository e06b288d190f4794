// Keyspace notifications: what happened to which key, published to who listens, as far as
// notify-keyspace-events asks for it.
#pragma once

#include "base/bytes.h"
#include "server/state.h"
#include "session/core.h"

namespace keemun::server {

// What the core is to tell for it.
session::ChangeListener::Interests notified_interests(const State& state);

void notify(State& state, size_t database, BytesView key, BytesView event);

}  // namespace keemun::server
