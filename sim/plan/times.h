// Times as arguments, in units of `unit_ms` milliseconds.
//
// Where the run's clock is its own they are near kStartMs. Otherwise they are far away, and differ
// from event to event by more than a run takes: an order between two of them never depends on when
// a server saw them.
#pragma once

#include "plan/grammar.h"

namespace keemun::plan {

inline constexpr int64_t kMsPerSecond = 1000;

Bytes time_to_live(ValueContext& context, int64_t unit_ms);
// A point in time that has not passed.
Bytes future_time(ValueContext& context, int64_t unit_ms);
// A point in time for commands that forget a key at once when it has passed.
Bytes any_time(ValueContext& context, int64_t unit_ms);
// A point in time for SET, which keeps a key whose time has passed until somebody looks.
Bytes time_for_set(ValueContext& context, int64_t unit_ms);
// RESTORE's time, a time to live or a point in time as ABSTTL says; mostly none.
Bytes restore_ttl(ValueContext& context);

}  // namespace keemun::plan
