// Counts as commands take them: an integer of a range, refused with one text of the command's own,
// whether it is out of the range or no integer at all.
#pragma once

#include <cstdint>
#include <limits>

#include "model/call.h"

namespace keemun::model {

inline int64_t count_at_least(const Call& call, size_t index, int64_t least, BytesView complaint) {
  const auto count = parse_int64(call.arg(index));
  if (!count || *count < least) throw CommandError("ERR " + Bytes(complaint));
  return *count;
}

// How many a pop may take.
inline int64_t pop_count(const Call& call, size_t index) {
  return count_at_least(call, index, 0, "value is out of range, must be positive");
}

// SINTERCARD and ZINTERCARD stop counting here; 0 is no limit.
inline int64_t cardinality_limit(const Call& call, size_t index) {
  const int64_t limit = count_at_least(call, index, 0, "LIMIT can't be negative");
  return limit == 0 ? std::numeric_limits<int64_t>::max() : limit;
}

}  // namespace keemun::model
