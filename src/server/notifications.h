// Keyspace notifications: what happened to which key, published to who listens, as far as
// notify-keyspace-events asks for it.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "server/state.h"
#include "session/core.h"

namespace keemun::server {

// "KEA", "Elg" …: throws CommandError with the reason for a letter that Redis does not know.
uint32_t parse_event_flags(BytesView letters);
// As CONFIG GET shows them: "AKE".
Bytes event_flags_text(uint32_t flags);

// What the core is to tell for it.
session::ChangeListener::Interests notified_interests(const State& state);

void notify(State& state, size_t database, BytesView key, BytesView event);

}  // namespace keemun::server
