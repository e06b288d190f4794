#include "types/pending_entries.h"

#include <algorithm>

namespace keemun::types {

PendingEntries::Known& PendingEntries::known(BytesView consumer) {
  const auto found = consumers_.find(consumer);
  if (found != consumers_.end()) return found->second;
  const auto stored = stream_.consumer(group_, consumer);
  return consumers_.emplace(consumer, Known{stored.value_or(StreamConsumer())}).first->second;
}

bool PendingEntries::meet(BytesView consumer, int64_t now_ms) {
  const bool is_known = consumers_.contains(consumer);
  const bool is_new = !is_known && !stream_.consumer(group_, consumer);
  Known& met = known(consumer);
  met.consumer.seen_at_ms = now_ms;
  met.is_changed = true;
  return is_new;
}

std::optional<PendingEntry> PendingEntries::find(const StreamId& id) {
  return std::move(stream_.pending(group_, {&id, 1}).front());
}

void PendingEntries::count(BytesView consumer, int64_t added) {
  Known& one = known(consumer);
  // A batch that a store tore may have left fewer.
  one.consumer.pending = std::max<int64_t>(one.consumer.pending + added, 0);
  one.is_changed = true;
}

void PendingEntries::add(const PendingEntry& entry) {
  stream_.put_pending(group_, entry);
  count(entry.consumer, 1);
}

void PendingEntries::hand_over(const PendingEntry& entry, BytesView previous) {
  stream_.hand_over(group_, entry, previous);
  if (previous == entry.consumer) return;
  count(previous, -1);
  count(entry.consumer, 1);
}

void PendingEntries::remove(const PendingEntry& entry) {
  stream_.erase_pending(group_, entry.id, entry.consumer);
  count(entry.consumer, -1);
}

void PendingEntries::write() {
  for (const auto& [name, known] : consumers_) {
    if (known.is_changed) stream_.put_consumer(group_, name, known.consumer);
  }
}

}  // namespace keemun::types
