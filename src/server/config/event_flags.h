// The classes of events that notify-keyspace-events names by letters, a bit each.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun::server {

using EventFlags = uint32_t;

// Where they are published; and two classes that are only told of who asks for them.
inline constexpr EventFlags kKeyspaceEvents = 1u << 10;
inline constexpr EventFlags kKeyeventEvents = 1u << 11;
inline constexpr EventFlags kKeyMissEvents = 1u << 12;
inline constexpr EventFlags kNewEvents = 1u << 13;

// "KEA", "Elg" …: throws CommandError with the reason for a letter that Redis does not know.
EventFlags parse_event_flags(BytesView letters);
// As CONFIG GET shows them: "AKE".
Bytes event_flags_text(EventFlags flags);

// The class of an event, which stands in its name.
EventFlags class_of(BytesView event);

}  // namespace keemun::server
