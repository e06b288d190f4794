// Streams in the order in which they are read from a payload: nodes of entries, then groups.
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "rdb/budget.h"
#include "rdb/reader.h"
#include "rdb/stream.h"
#include "rdb/stream_node.h"
#include "rdb/value_type.h"

namespace keemun::rdb {

using types::PendingEntry;
using types::StreamConsumer;
using types::StreamEntry;

namespace {

class StreamReader {
 public:
  explicit StreamReader(BytesView bytes) : reader_(bytes) {
    const auto type = static_cast<ValueType>(reader_.byte());
    has_marks_ = type != ValueType::kStreamOfRedis5;
    says_when_active_ = type == ValueType::kStreamOfRedis72;
  }

  Stream read() {
    read_nodes();
    read_marks();
    for (uint64_t left = reader_.length(); left > 0; --left) read_group();
    return std::move(stream_);
  }

 private:
  StreamId id() {
    const uint64_t ms = reader_.length();
    return {ms, reader_.length()};
  }

  int64_t ms() { return reader_.little_endian<int64_t>(); }
  StreamId raw_id() { return *StreamId::of_bytes(reader_.bytes(StreamId::kBytes)); }

  void read_nodes() {
    std::vector<StreamEntry>& entries = stream_.entries;
    for (uint64_t left = reader_.length(); left > 0; --left) {
      const auto first = StreamId::of_bytes(reader_.string());
      if (!first) throw_bad_data();
      read_stream_node(*first, reader_.string(), budget_, entries);
    }
    const auto are_out_of_order = [](const StreamEntry& a, const StreamEntry& b) {
      return a.id >= b.id;
    };
    const bool begins_at_zero = !entries.empty() && entries.front().id.is_zero();
    const auto out_of_order = std::adjacent_find(entries.begin(), entries.end(), are_out_of_order);
    if (begins_at_zero || out_of_order != entries.end()) throw_bad_data();
  }

  void read_marks() {
    const std::vector<StreamEntry>& entries = stream_.entries;
    const uint64_t length = reader_.length();
    stream_.last_id = id();
    stream_.past.entries_added = static_cast<int64_t>(length);
    if (has_marks_) {
      id();  // of the first entry
      stream_.past.greatest_deleted = id();
      stream_.past.entries_added = static_cast<int64_t>(reader_.length());
    }
    if (length != entries.size()) throw_bad_data();
    if (!entries.empty() && entries.back().id > stream_.last_id) throw_bad_data();
  }

  // Before Redis 7.0 nobody counted: known where it follows from the id.
  int64_t entries_up_to(const StreamId& last) const {
    const std::vector<StreamEntry>& entries = stream_.entries;
    if (entries.empty()) return 0;
    if (last == stream_.last_id) return static_cast<int64_t>(entries.size());
    if (last > entries.front().id) return types::kEntriesReadUnknown;
    return last == entries.front().id ? 1 : 0;
  }

  void read_group() {
    Bytes name = reader_.string();
    Stream::Group group;
    group.group.last_delivered = id();
    group.group.entries_read = has_marks_ ? static_cast<int64_t>(reader_.length())
                                          : entries_up_to(group.group.last_delivered);
    std::map<StreamId, PendingEntry> pending = read_pending();
    std::set<StreamId> owned;
    for (uint64_t left = reader_.length(); left > 0; --left) {
      read_consumer(group, pending, owned);
    }
    if (owned.size() != pending.size()) throw_bad_data();
    for (auto& [id, entry] : pending) group.pending.push_back(std::move(entry));
    budget_.spend(name.size());
    if (!stream_.groups.emplace(std::move(name), std::move(group)).second) throw_bad_data();
  }

  std::map<StreamId, PendingEntry> read_pending() {
    std::map<StreamId, PendingEntry> pending;
    for (uint64_t left = reader_.length(); left > 0; --left) {
      PendingEntry entry;
      entry.id = raw_id();
      entry.delivered_at_ms = ms();
      entry.deliveries = static_cast<int64_t>(reader_.length());
      budget_.spend(sizeof entry);
      const StreamId id = entry.id;
      if (!pending.emplace(id, std::move(entry)).second) throw_bad_data();
    }
    return pending;
  }

  // What is pending is so for one consumer.
  void read_consumer(Stream::Group& group, std::map<StreamId, PendingEntry>& pending,
                     std::set<StreamId>& owned) {
    const Bytes name = reader_.string();
    StreamConsumer consumer;
    consumer.seen_at_ms = ms();
    if (says_when_active_) ms();
    for (uint64_t left = reader_.length(); left > 0; --left) {
      const auto found = pending.find(raw_id());
      if (found == pending.end() || !owned.insert(found->first).second) throw_bad_data();
      budget_.spend(name.size());
      found->second.consumer = name;
      ++consumer.pending;
    }
    budget_.spend(name.size());
    if (!group.consumers.emplace(name, consumer).second) throw_bad_data();
  }

  Reader reader_;
  bool has_marks_ = false;
  bool says_when_active_ = false;
  Budget budget_;
  Stream stream_;
};

}  // namespace

bool is_stream(BytesView bytes) {
  if (bytes.empty()) return false;
  const auto type = static_cast<ValueType>(bytes.front());
  return type == ValueType::kStreamOfRedis5 || type == ValueType::kStreamOfRedis70 ||
         type == ValueType::kStreamOfRedis72;
}

Stream read_stream(BytesView bytes) {
  return StreamReader(bytes).read();
}

}  // namespace keemun::rdb
