// The rows of a stream of the camellia family: what stands in the place of a sub row's member, and
// in its value. spec/encodings/camellia.md § 6.7.
//
//   member                                          value
//   01 id                               entry       { int32 length, bytes }: fields and values
//   02 group                            group       last delivered id, int64 entries read
//   03 len group consumer               consumer    int64 seen ms, int64 pending
//   04 len group id                     pending     int64 delivered ms, int64 deliveries, consumer
//   05 len group len consumer id        owned       nothing
//
// len is an int32, an id its sixteen bytes. A decoder takes any bytes and answers none for what no
// encoder writes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/stream_id.h"

namespace keemun::format {

Bytes stream_entry_member(const StreamId& id);
Bytes stream_group_member(BytesView group);
Bytes stream_consumer_member(BytesView group, BytesView consumer);
Bytes stream_pending_member(BytesView group, const StreamId& id);
Bytes stream_owned_member(BytesView group, BytesView consumer, const StreamId& id);

// What all members of one kind begin with: of all groups, of a group's consumers, and so on.
Bytes stream_groups_prefix();
Bytes stream_consumers_prefix(BytesView group);
Bytes stream_pending_prefix(BytesView group);
Bytes stream_owned_prefix(BytesView group);
Bytes stream_owned_prefix(BytesView group, BytesView consumer);

struct StreamGroupValue {
  StreamId last_delivered;
  int64_t entries_read = 0;
};
struct StreamConsumerValue {
  int64_t seen_at_ms = 0;
  int64_t pending = 0;
};
struct StreamPendingValue {
  int64_t delivered_at_ms = 0;
  int64_t deliveries = 0;
  Bytes consumer;
};

Bytes encode_stream_entry(std::span<const BytesView> words);
Bytes encode_stream_group(const StreamGroupValue& value);
Bytes encode_stream_consumer(const StreamConsumerValue& value);
Bytes encode_stream_pending(const StreamPendingValue& value);

std::optional<std::vector<Bytes>> decode_stream_entry(BytesView value);
std::optional<StreamGroupValue> decode_stream_group(BytesView value);
std::optional<StreamConsumerValue> decode_stream_consumer(BytesView value);
std::optional<StreamPendingValue> decode_stream_pending(BytesView value);

}  // namespace keemun::format
