#include "encodings/stream/stream_rows.h"

#include <algorithm>

#include "base/check.h"
#include "format/stream_members.h"

namespace keemun::encodings {

using format::KeyRange;
using format::StreamMarks;
using ports::Stage;
using types::PendingEntry;
using types::StreamConsumer;
using types::StreamGroup;
using types::StreamPast;

void StreamRows::create() {
  if (!key_.exists()) key_.set_stream(key_.meta().stream, 0);
}

StreamPast StreamRows::past() {
  return {key_.meta().stream.greatest_deleted, key_.meta().stream.entries_added};
}

// What a torn batch has left stands before the first entry. Where ids begin anew before it, it
// would be entries again.
void StreamRows::set_last_id(const StreamId& id) {
  StreamMarks marks = key_.meta().stream;
  if (id < marks.last_id) {
    erase_rows({format::row_after(entry_row(id)), format::row_after(entry_row(marks.last_id))});
  }
  marks.last_id = id;
  key_.set_stream(marks, size());
}

void StreamRows::set_past(const StreamPast& past) {
  StreamMarks marks = key_.meta().stream;
  marks.greatest_deleted = past.greatest_deleted;
  marks.entries_added = past.entries_added;
  key_.set_stream(marks, size());
}

void StreamRows::append(const StreamId& id, std::span<const BytesView> words) {
  StreamMarks marks = key_.meta().stream;
  DCHECK(marks.last_id < id);
  marks.last_id = id;
  if (size() == 0) marks.first_id = id;
  marks.entries_added = static_cast<int64_t>(static_cast<uint64_t>(marks.entries_added) + 1);
  key_.set_stream(marks, size() + 1);
  rows().put(entry_row(id), format::encode_stream_entry(words), Stage::kPut);
}

void StreamRows::shrink(const Shrinking& shrinking) {
  if (shrinking.count > size()) throw_corrupt("holds more than it counts");
  StreamMarks marks = key_.meta().stream;
  marks.greatest_deleted =
      std::max(marks.greatest_deleted, shrinking.greatest_deleted.value_or(StreamId()));
  marks.first_id = shrinking.first_id;
  const bool is_trimmed = !shrinking.greatest_deleted;
  key_.set_stream(marks, size() - shrinking.count,
                  is_trimmed ? OpenKey::Trimmed::kYes : OpenKey::Trimmed::kNo);
}

Bytes StreamRows::entry_row(const StreamId& id) {
  return sub_key(format::stream_entry_member(id));
}

Bytes StreamRows::group_row(BytesView group) {
  return sub_key(format::stream_group_member(group));
}

Bytes StreamRows::consumer_row(BytesView group, BytesView consumer) {
  return sub_key(format::stream_consumer_member(group, consumer));
}

Bytes StreamRows::pending_row(BytesView group, const StreamId& id) {
  return sub_key(format::stream_pending_member(group, id));
}

Bytes StreamRows::owned_row(BytesView group, BytesView consumer, const StreamId& id) {
  return sub_key(format::stream_owned_member(group, consumer, id));
}

KeyRange StreamRows::group_rows() {
  return format::rows_with_prefix(sub_key(format::stream_groups_prefix()));
}

Bytes StreamRows::behind_group(BytesView group) {
  return format::row_after(group_row(group));
}

KeyRange StreamRows::consumer_rows(BytesView group) {
  return format::rows_with_prefix(sub_key(format::stream_consumers_prefix(group)));
}

Bytes StreamRows::behind_consumer(BytesView group, BytesView consumer) {
  return format::row_after(consumer_row(group, consumer));
}

std::vector<KeyRange> StreamRows::rows_of_group(BytesView group) {
  return {consumer_rows(group),
          format::rows_with_prefix(sub_key(format::stream_pending_prefix(group))),
          format::rows_with_prefix(sub_key(format::stream_owned_prefix(group)))};
}

std::optional<StreamId> StreamRows::id_of_entry(BytesView row) {
  constexpr size_t kKindBytes = 1;
  return StreamId::of_bytes(row.substr(key_.generation().stem_bytes() + kKindBytes));
}

std::optional<Bytes> StreamRows::name_of_group(BytesView row) {
  return Bytes(tail(row, format::stream_groups_prefix()));
}

std::optional<Bytes> StreamRows::name_of_consumer(BytesView row, BytesView group) {
  return Bytes(tail(row, format::stream_consumers_prefix(group)));
}

std::optional<StreamId> StreamRows::id_of_pending(BytesView row, BytesView group) {
  return StreamId::of_bytes(tail(row, format::stream_pending_prefix(group)));
}

std::optional<StreamId> StreamRows::id_of_owned(BytesView row, BytesView group,
                                                BytesView consumer) {
  return StreamId::of_bytes(tail(row, format::stream_owned_prefix(group, consumer)));
}

std::optional<std::vector<Bytes>> StreamRows::decode_entry(const StreamId&, BytesView value) {
  return format::decode_stream_entry(value);
}

Bytes StreamRows::encode_group(const StreamGroup& group) {
  return format::encode_stream_group({group.last_delivered, group.entries_read});
}

std::optional<StreamGroup> StreamRows::decode_group(BytesView value) {
  const auto group = format::decode_stream_group(value);
  if (!group) return std::nullopt;
  return StreamGroup{group->last_delivered, group->entries_read};
}

Bytes StreamRows::encode_consumer(const StreamConsumer& consumer) {
  return format::encode_stream_consumer({consumer.seen_at_ms, consumer.pending});
}

std::optional<StreamConsumer> StreamRows::decode_consumer(BytesView value) {
  const auto consumer = format::decode_stream_consumer(value);
  if (!consumer) return std::nullopt;
  return StreamConsumer{consumer->seen_at_ms, consumer->pending};
}

Bytes StreamRows::encode_pending(const PendingEntry& entry) {
  return format::encode_stream_pending({entry.delivered_at_ms, entry.deliveries, entry.consumer});
}

std::optional<PendingEntry> StreamRows::decode_pending(BytesView value) {
  auto pending = format::decode_stream_pending(value);
  if (!pending) return std::nullopt;
  return PendingEntry{
      {}, std::move(pending->consumer), pending->delivered_at_ms, pending->deliveries};
}

}  // namespace keemun::encodings
