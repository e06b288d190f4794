#include "types/stream_trim.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace keemun::types {

namespace {

constexpr int64_t kPageEntries = 256;
constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

// Up to count_max of the first entries up to `last`.
int64_t erase_first(StreamStore& stream, const StreamId& last, int64_t count_max) {
  int64_t count = 0;
  std::optional<StreamId> last_found;
  std::optional<StreamId> next = StreamId();
  while (next && count < count_max) {
    const auto wanted = static_cast<size_t>(std::min(count_max - count, kPageEntries));
    const std::vector<StreamId> page = stream.ids({*next, last, wanted});
    if (page.empty()) break;
    count += static_cast<int64_t>(page.size());
    last_found = page.back();
    next = page.size() < wanted ? std::nullopt : last_found->next();
  }
  if (last_found) stream.erase_until(*last_found, count);
  return count;
}

}  // namespace

int64_t trim_to_length(StreamStore& stream, int64_t entries_left, int64_t entries_max) {
  const int64_t excess = stream.size() - entries_left;
  if (excess <= 0) return 0;
  return erase_first(stream, kStreamIdMax,
                     entries_max > 0 ? std::min(excess, entries_max) : excess);
}

int64_t trim_before(StreamStore& stream, const StreamId& first_kept, int64_t entries_max) {
  const auto last = first_kept.previous();
  if (!last) return 0;
  return erase_first(stream, *last, entries_max > 0 ? entries_max : kNoLimit);
}

}  // namespace keemun::types
