// A stream, whoever keeps it: entries in the order of their ids, each a row of words; groups of
// consumers, and which entries each consumer has been given and has not acknowledged. Lifetime and
// rules as in hash_store.h, but that a stream without entries is a stream: create() makes one.
//
// Nothing here costs more for a longer stream: whatever is asked for begins at an id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/stream_id.h"

namespace keemun::types {

struct StreamEntry {
  StreamId id;
  std::vector<Bytes> words;  // fields and values in turn
};

// Ids from first to last, both inside; empty where they stand the other way round.
struct StreamRange {
  StreamId first = {};
  StreamId last = kStreamIdMax;
  size_t entries_max = 0;
  bool is_reverse = false;
};

// What has been, whether or not it is there still.
struct StreamPast {
  StreamId greatest_deleted;  // by name, as XDEL does; 0-0 where none was
  int64_t entries_added = 0;
};

// Where the number of entries up to the last one that was delivered is not known.
inline constexpr int64_t kEntriesReadUnknown = -1;

struct StreamGroup {
  StreamId last_delivered;
  int64_t entries_read = kEntriesReadUnknown;
};

struct StreamConsumer {
  int64_t seen_at_ms = 0;
  int64_t pending = 0;  // entries that it has not acknowledged
};

struct PendingEntry {
  StreamId id;
  Bytes consumer;
  int64_t delivered_at_ms = 0;
  int64_t deliveries = 0;
};

// The same once more: given to a consumer again. Counts without a sign, as Redis does.
inline PendingEntry given_again(PendingEntry entry, int64_t now_ms) {
  entry.delivered_at_ms = now_ms;
  entry.deliveries = static_cast<int64_t>(static_cast<uint64_t>(entry.deliveries) + 1);
  return entry;
}

struct NamedGroup {
  Bytes name;
  StreamGroup group;
};

struct NamedConsumer {
  Bytes name;
  StreamConsumer consumer;
};

class StreamStore {
 public:
  virtual ~StreamStore() = default;

  // Makes the stream, unless it is there.
  virtual void create() = 0;

  virtual int64_t size() = 0;
  virtual StreamId last_id() = 0;  // that was ever given
  virtual StreamPast past() = 0;
  virtual void set_last_id(const StreamId& id) = 0;
  virtual void set_past(const StreamPast& past) = 0;

  // Behind last_id(), which it becomes; counts as added.
  virtual void append(const StreamId& id, std::span<const BytesView> words) = 0;
  // Up to entries_max entries, fewer only at the end of the range.
  virtual std::vector<StreamEntry> entries(const StreamRange& range) = 0;
  // As many answers as ids.
  virtual std::vector<std::optional<StreamEntry>> find(std::span<const StreamId> ids) = 0;
  // As entries(), without what they hold.
  virtual std::vector<StreamId> ids(const StreamRange& range) = 0;
  // Distinct ids; those that were there.
  virtual std::vector<StreamId> erase(std::span<const StreamId> ids) = 0;
  // Up to count_max of the first entries, none behind `last`; how many went.
  virtual int64_t erase_first(const StreamId& last, int64_t count_max) = 0;

  virtual std::optional<StreamGroup> group(BytesView name) = 0;
  // In the order of names, up to groups_max behind `after`, fewer only at the end.
  virtual std::vector<NamedGroup> groups(const std::optional<Bytes>& after, size_t groups_max) = 0;
  virtual void put_group(BytesView name, const StreamGroup& group) = 0;
  // With its consumers and what is pending.
  virtual void erase_group(BytesView name) = 0;

  virtual std::optional<StreamConsumer> consumer(BytesView group, BytesView name) = 0;
  virtual std::vector<NamedConsumer> consumers(BytesView group, const std::optional<Bytes>& after,
                                               size_t consumers_max) = 0;
  virtual void put_consumer(BytesView group, BytesView name, const StreamConsumer& consumer) = 0;
  // One for whom nothing is pending.
  virtual void erase_consumer(BytesView group, BytesView name) = 0;

  // As many answers as ids.
  virtual std::vector<std::optional<PendingEntry>> pending(BytesView group,
                                                           std::span<const StreamId> ids) = 0;
  virtual std::vector<PendingEntry> pending(BytesView group, const StreamRange& range) = 0;
  // Of one consumer.
  virtual std::vector<StreamId> pending_of(BytesView group, BytesView consumer,
                                           const StreamRange& range) = 0;
  // The counts of consumers are the caller's business (pending_entries.h). The second one replaces
  // what was pending for `previous`, who may be the same.
  virtual void put_pending(BytesView group, const PendingEntry& entry) = 0;
  virtual void hand_over(BytesView group, const PendingEntry& entry, BytesView previous) = 0;
  virtual void erase_pending(BytesView group, const StreamId& id, BytesView consumer) = 0;
};

}  // namespace keemun::types
