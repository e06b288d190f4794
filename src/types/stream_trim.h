// Taking the oldest entries of a stream away. Exactly as many as are asked for: what Redis may
// leave where it is asked for about so many (`~`) goes too, but for a limit.
#pragma once

#include <cstdint>

#include "types/stream_store.h"

namespace keemun::types {

// Until no more than entries_left are there, but not more than entries_max at once; 0 is no limit.
// How many went.
int64_t trim_to_length(StreamStore& stream, int64_t entries_left, int64_t entries_max);
// Those before an id.
int64_t trim_before(StreamStore& stream, const StreamId& first_kept, int64_t entries_max);

}  // namespace keemun::types
