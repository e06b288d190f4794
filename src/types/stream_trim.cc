#include "types/stream_trim.h"

#include <algorithm>
#include <limits>

namespace keemun::types {

int64_t trim_to_length(StreamStore& stream, int64_t entries_left, int64_t entries_max) {
  const int64_t excess = stream.size() - entries_left;
  if (excess <= 0) return 0;
  return stream.erase_first(kStreamIdMax, entries_max > 0 ? std::min(excess, entries_max) : excess);
}

int64_t trim_before(StreamStore& stream, const StreamId& first_kept, int64_t entries_max) {
  const auto last = first_kept.previous();
  if (!last) return 0;
  constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();
  return stream.erase_first(*last, entries_max > 0 ? entries_max : kNoLimit);
}

}  // namespace keemun::types
