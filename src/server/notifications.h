// Keyspace notifications: what happened to which key, published to who listens, as far as
// notify-keyspace-events asks for it.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "server/state.h"

namespace keemun::server {

// "KEA", "Elg" …: throws CommandError with the reason for a letter that Redis does not know.
uint32_t parse_event_flags(BytesView letters);
// As CONFIG GET shows them: "AKE".
Bytes event_flags_text(uint32_t flags);

void notify(State& state, size_t database, BytesView key, BytesView event);

}  // namespace keemun::server
