// What is pending in a group of a stream, and how much of it for each consumer. The rows of entries
// are written as they change; those of consumers, whose counts follow, by write(), once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "types/stream_store.h"

namespace keemun::types {

class PendingEntries {
 public:
  // What is given outlives it.
  PendingEntries(StreamStore& stream, BytesView group) : stream_(stream), group_(group) {}

  // The consumer has been seen; true where it is new.
  bool meet(BytesView consumer, int64_t now_ms);

  std::optional<PendingEntry> find(const StreamId& id);
  // Pending from now on, for its consumer, whom somebody has met.
  void add(const PendingEntry& entry);
  // `entry` replaces what was pending for `previous`.
  void hand_over(const PendingEntry& entry, BytesView previous);
  void remove(const PendingEntry& entry);

  void write();

 private:
  struct Known {
    StreamConsumer consumer;
    bool is_changed = false;
  };
  Known& known(BytesView consumer);
  void count(BytesView consumer, int64_t added);

  StreamStore& stream_;
  const BytesView group_;
  std::map<Bytes, Known, std::less<>> consumers_;
};

}  // namespace keemun::types
