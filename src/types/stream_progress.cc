#include "types/stream_progress.h"

namespace keemun::types {

namespace {

// Counters wrap around, as in Redis.
int64_t difference(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

}  // namespace

const StreamId& StreamProgress::first_id() {
  if (!first_id_) {
    const auto first = stream_.ids({.entries_max = 1});
    first_id_ = first.empty() ? StreamId() : first.front();
  }
  return *first_id_;
}

bool StreamProgress::has_gaps_from(const StreamId& start) {
  const StreamId& deleted = past_.greatest_deleted;
  if (stream_.size() == 0 || deleted.is_zero() || start > deleted) return false;
  return first_id() <= deleted;
}

int64_t StreamProgress::entries_up_to(const StreamId& id) {
  if (past_.entries_added == 0) return 0;
  const StreamId last = stream_.last_id();
  if (stream_.size() == 0 && id <= last) return past_.entries_added;
  if (id == last) return past_.entries_added;
  if (id > last) return kEntriesReadUnknown;
  const bool is_whole = past_.greatest_deleted.is_zero() || past_.greatest_deleted < first_id();
  if (!is_whole || id > first_id()) return kEntriesReadUnknown;
  const int64_t before_first = difference(past_.entries_added, stream_.size());
  return id < first_id() ? before_first : difference(before_first, -1);
}

StreamGroup StreamProgress::advanced(StreamGroup group, const StreamId& id) {
  if (group.entries_read != kEntriesReadUnknown && !has_gaps_from(id)) {
    group.entries_read = difference(group.entries_read, -1);
  } else if (past_.entries_added != 0) {
    group.entries_read = entries_up_to(id);
  }
  group.last_delivered = id;
  return group;
}

std::optional<int64_t> StreamProgress::lag_of(const StreamGroup& group) {
  if (past_.entries_added == 0) return 0;
  if (group.entries_read != kEntriesReadUnknown && !has_gaps_from(group.last_delivered)) {
    return difference(past_.entries_added, group.entries_read);
  }
  const int64_t entries_read = entries_up_to(group.last_delivered);
  if (entries_read == kEntriesReadUnknown) return std::nullopt;
  return difference(past_.entries_added, entries_read);
}

}  // namespace keemun::types
