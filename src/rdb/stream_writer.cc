// Streams as they are written into a payload: nodes of entries, then groups.
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/integer_codec.h"
#include "rdb/little_endian.h"
#include "rdb/stream.h"
#include "rdb/stream_node.h"
#include "rdb/string_writer.h"
#include "rdb/value_type.h"

namespace keemun::rdb {

using types::PendingEntry;
using types::StreamConsumer;
using types::StreamEntry;

namespace {

void append_id(Bytes& out, const StreamId& id) {
  append_length(out, id.ms);
  append_length(out, id.sequence);
}

size_t bytes_of(const StreamEntry& entry) {
  size_t bytes = 0;
  for (const Bytes& word : entry.words) bytes += word.size();
  return bytes;
}

// So many of the first entries as Redis would keep in one node: one at least.
size_t entries_of_node(std::span<const StreamEntry> entries) {
  constexpr size_t kEntriesMax = 100;
  constexpr size_t kBytesMax = 4096;
  size_t count = 1;
  size_t bytes = bytes_of(entries.front());
  while (count < entries.size() && count < kEntriesMax) {
    bytes += bytes_of(entries[count]);
    if (bytes >= kBytesMax) break;
    ++count;
  }
  return count;
}

void append_nodes(Bytes& out, std::span<const StreamEntry> entries) {
  uint64_t node_count = 0;
  Bytes nodes;
  while (!entries.empty()) {
    const size_t count = entries_of_node(entries);
    append_string(nodes, entries.front().id.bytes());
    append_string(nodes, write_stream_node(entries.first(count)));
    entries = entries.subspan(count);
    ++node_count;
  }
  append_length(out, node_count);
  out += nodes;
}

void append_marks(Bytes& out, const Stream& stream) {
  append_length(out, stream.entries.size());
  append_id(out, stream.last_id);
  append_id(out, stream.entries.empty() ? StreamId() : stream.entries.front().id);
  append_id(out, stream.past.greatest_deleted);
  append_length(out, static_cast<uint64_t>(stream.past.entries_added));
}

void append_consumer(Bytes& out, BytesView name, const StreamConsumer& consumer,
                     std::span<const StreamId> pending) {
  append_string(out, name);
  append_little_endian(out, consumer.seen_at_ms);
  append_length(out, pending.size());
  for (const StreamId& id : pending) out += id.bytes();
}

void append_group(Bytes& out, BytesView name, const Stream::Group& group) {
  append_string(out, name);
  append_id(out, group.group.last_delivered);
  append_length(out, static_cast<uint64_t>(group.group.entries_read));
  append_length(out, group.pending.size());
  std::map<BytesView, std::vector<StreamId>> pending_of;
  for (const PendingEntry& entry : group.pending) {
    out += entry.id.bytes();
    append_little_endian(out, entry.delivered_at_ms);
    append_length(out, static_cast<uint64_t>(entry.deliveries));
    pending_of[entry.consumer].push_back(entry.id);
  }
  append_length(out, group.consumers.size());
  for (const auto& [consumer, known] : group.consumers) {
    append_consumer(out, consumer, known, pending_of[consumer]);
  }
}

}  // namespace

Bytes write_stream(const Stream& stream) {
  Bytes out;
  append_u8(out, static_cast<uint8_t>(ValueType::kStreamOfRedis70));
  append_nodes(out, stream.entries);
  append_marks(out, stream);
  append_length(out, stream.groups.size());
  for (const auto& [name, group] : stream.groups) append_group(out, name, group);
  return out;
}

}  // namespace keemun::rdb
