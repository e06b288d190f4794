#include "format/stream_members.h"

#include "base/check.h"
#include "base/integer_codec.h"

namespace keemun::format {

namespace {

// On disk.
enum class Kind : uint8_t { kEntry = 1, kGroup = 2, kConsumer = 3, kPending = 4, kOwned = 5 };

Bytes member_of(Kind kind) {
  return Bytes(1, static_cast<char>(kind));
}

void append_sized(Bytes& out, BytesView bytes) {
  append_be32(out, static_cast<uint32_t>(bytes.size()));
  out.append(bytes);
}

void append_id(Bytes& out, const StreamId& id) {
  append_be64(out, id.ms);
  append_be64(out, id.sequence);
}

bool read_id(ByteReader& reader, StreamId& id) {
  return reader.read_be64(id.ms) && reader.read_be64(id.sequence);
}

}  // namespace

Bytes stream_entry_member(const StreamId& id) {
  Bytes member = member_of(Kind::kEntry);
  append_id(member, id);
  return member;
}

Bytes stream_groups_prefix() {
  return member_of(Kind::kGroup);
}

Bytes stream_group_member(BytesView group) {
  return stream_groups_prefix().append(group);
}

Bytes stream_consumers_prefix(BytesView group) {
  Bytes prefix = member_of(Kind::kConsumer);
  append_sized(prefix, group);
  return prefix;
}

Bytes stream_consumer_member(BytesView group, BytesView consumer) {
  return stream_consumers_prefix(group).append(consumer);
}

Bytes stream_pending_prefix(BytesView group) {
  Bytes prefix = member_of(Kind::kPending);
  append_sized(prefix, group);
  return prefix;
}

Bytes stream_pending_member(BytesView group, const StreamId& id) {
  Bytes member = stream_pending_prefix(group);
  append_id(member, id);
  return member;
}

Bytes stream_owned_prefix(BytesView group) {
  Bytes prefix = member_of(Kind::kOwned);
  append_sized(prefix, group);
  return prefix;
}

Bytes stream_owned_prefix(BytesView group, BytesView consumer) {
  Bytes prefix = stream_owned_prefix(group);
  append_sized(prefix, consumer);
  return prefix;
}

Bytes stream_owned_member(BytesView group, BytesView consumer, const StreamId& id) {
  Bytes member = stream_owned_prefix(group, consumer);
  append_id(member, id);
  return member;
}

Bytes encode_stream_entry(std::span<const BytesView> words) {
  CHECK(!words.empty() && words.size() % 2 == 0);
  size_t byte_count = 0;
  for (const BytesView word : words) byte_count += sizeof(uint32_t) + word.size();
  Bytes value;
  value.reserve(byte_count);
  for (const BytesView word : words) append_sized(value, word);
  return value;
}

Bytes encode_stream_group(const StreamGroupValue& value) {
  Bytes bytes = value.last_delivered.bytes();
  append_be_int64(bytes, value.entries_read);
  return bytes;
}

Bytes encode_stream_consumer(const StreamConsumerValue& value) {
  Bytes bytes;
  append_be_int64(bytes, value.seen_at_ms);
  append_be_int64(bytes, value.pending);
  return bytes;
}

Bytes encode_stream_pending(const StreamPendingValue& value) {
  Bytes bytes;
  append_be_int64(bytes, value.delivered_at_ms);
  append_be_int64(bytes, value.deliveries);
  return bytes.append(value.consumer);
}

std::optional<std::vector<Bytes>> decode_stream_entry(BytesView value) {
  std::vector<Bytes> words;
  for (ByteReader reader(value); !reader.at_end();) {
    uint32_t size = 0;
    BytesView word;
    if (!reader.read_be32(size) || !reader.read_bytes(size, word)) return std::nullopt;
    words.emplace_back(word);
  }
  if (words.empty() || words.size() % 2 != 0) return std::nullopt;
  return words;
}

std::optional<StreamGroupValue> decode_stream_group(BytesView value) {
  ByteReader reader(value);
  StreamGroupValue group;
  if (!read_id(reader, group.last_delivered) || !reader.read_be_int64(group.entries_read) ||
      !reader.at_end()) {
    return std::nullopt;
  }
  return group;
}

std::optional<StreamConsumerValue> decode_stream_consumer(BytesView value) {
  ByteReader reader(value);
  StreamConsumerValue consumer;
  if (!reader.read_be_int64(consumer.seen_at_ms) || !reader.read_be_int64(consumer.pending) ||
      !reader.at_end() || consumer.pending < 0) {
    return std::nullopt;
  }
  return consumer;
}

std::optional<StreamPendingValue> decode_stream_pending(BytesView value) {
  ByteReader reader(value);
  StreamPendingValue pending;
  if (!reader.read_be_int64(pending.delivered_at_ms) || !reader.read_be_int64(pending.deliveries)) {
    return std::nullopt;
  }
  pending.consumer = Bytes(reader.rest());
  return pending;
}

}  // namespace keemun::format
