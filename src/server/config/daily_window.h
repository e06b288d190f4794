// The time of day that an option names.
#pragma once

#include "base/bytes.h"
#include "gc/schedule.h"

namespace keemun::server {

// "22:00-05:00" as minutes from midnight, in the time zone of this machine; the whole day where the
// text is empty. Throws CommandError.
gc::DailyWindow daily_window(const Bytes& text);

}  // namespace keemun::server
