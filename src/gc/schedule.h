// When a scan for garbage may run. Pure.
#pragma once

#include <cstdint>

#include "format/store_records.h"

namespace keemun::gc {

// A part of each day, in minutes from midnight, the end excluded. It may cross midnight: 22:00 to
// 05:00 is {1320, 300}. Equal ends are the whole day.
struct DailyWindow {
  int from_minute = 0;
  int until_minute = 0;
  // Of the clock that these minutes are read from, ahead of UTC at that moment; none: as UTC.
  int (*utc_offset_minutes)(int64_t now_ms) = nullptr;

  bool contains(int64_t now_ms) const;
};

// Whether a round goes on, or the next one may begin: `interval_ms` after the last one began. A
// last one that began more than a day from now tells nothing.
bool is_due(const format::GcProgress& progress, int64_t now_ms, int64_t interval_ms);

}  // namespace keemun::gc
