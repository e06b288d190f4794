#include "audit/stream_audit.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "audit/byte_taker.h"
#include "base/command_error.h"

namespace keemun::sim {

namespace {

[[noreturn]] void fail(BytesView what) {
  throw CommandError("a stream " + Bytes(what));
}

int64_t take_int64(ByteTaker& bytes) {
  return static_cast<int64_t>(bytes.number(8));
}

Bytes take_sized(ByteTaker& bytes) {
  return Bytes(bytes.take(bytes.number(4)));
}

StreamAudit::Id take_id(ByteTaker& bytes) {
  return read_stream_id(bytes.take(16));
}

constexpr char kEntry = 1;
constexpr char kGroup = 2;
constexpr char kConsumer = 3;
constexpr char kPending = 4;
constexpr char kOwned = 5;

void read_row(StreamAudit& audit, BytesView tail, BytesView bytes) {
  ByteTaker name(tail);
  ByteTaker value(bytes);
  const char kind = name.take(1)[0];
  if (kind == kEntry) {
    const auto id = take_id(name);
    std::vector<Bytes> words;
    while (!value.at_end()) words.push_back(take_sized(value));
    audit.add_entry(id, std::move(words));
  } else if (kind == kGroup) {
    const auto last = take_id(value);
    audit.add_group(Bytes(name.rest()), last, take_int64(value));
  } else if (kind == kConsumer) {
    const Bytes group = take_sized(name);
    const int64_t seen_at_ms = take_int64(value);
    audit.add_consumer(group, Bytes(name.rest()), seen_at_ms, take_int64(value));
  } else if (kind == kPending) {
    const Bytes group = take_sized(name);
    model::Stream::Pending pending;
    pending.delivered_at_ms = take_int64(value);
    pending.deliveries = take_int64(value);
    pending.consumer = Bytes(value.rest());
    audit.add_pending(group, take_id(name), std::move(pending));
  } else if (kind == kOwned) {
    const Bytes group = take_sized(name);
    const Bytes consumer = take_sized(name);
    audit.add_owned(group, consumer, take_id(name));
  } else {
    fail("has a row of no kind");
  }
  if (!name.at_end() || !value.at_end()) fail("has a row that goes on behind its end");
}

}  // namespace

StreamAudit::Id read_stream_id(BytesView bytes) {
  if (bytes.size() != 16) fail("has an id of another size");
  StreamAudit::Id id;
  for (size_t i = 0; i < 8; ++i) {
    id.first = id.first << 8 | static_cast<unsigned char>(bytes[i]);
    id.second = id.second << 8 | static_cast<unsigned char>(bytes[i + 8]);
  }
  return id;
}

void StreamAudit::add_entry(const Id& id, std::vector<Bytes> words) {
  if (words.empty() || words.size() % 2 != 0) fail("has an entry without fields");
  stream_.entries.emplace(id, std::move(words));
}

void StreamAudit::add_group(const Bytes& group, const Id& last_delivered, int64_t entries_read) {
  stream_.groups[group].last_delivered = last_delivered;
  stream_.groups[group].entries_read = entries_read;
}

void StreamAudit::add_consumer(const Bytes& group, const Bytes& consumer, int64_t seen_at_ms,
                               int64_t pending) {
  consumers_[{group, consumer}].stated = pending;
  seen_at_ms_[{group, consumer}] = seen_at_ms;
}

void StreamAudit::add_pending(const Bytes& group, const Id& id, model::Stream::Pending pending) {
  pending_[group].emplace(id, std::move(pending));
}

void StreamAudit::add_owned(const Bytes& group, const Bytes& consumer, const Id& id) {
  owned_.emplace(group, consumer, id);
}

model::Stream StreamAudit::finish(const Id& first_id, const Id& last_id, const Id& greatest_deleted,
                                  uint64_t entries_added) {
  const auto& entries = stream_.entries;
  if (!entries.empty() && entries.rbegin()->first > last_id) fail("has an entry behind its last");
  const bool knows_first = !entries.empty() && first_id != Id();
  if (knows_first && entries.begin()->first != first_id) fail("begins elsewhere than it says");
  for (const auto& [consumer, seen_at_ms] : seen_at_ms_) {
    const auto group = stream_.groups.find(consumer.first);
    if (group == stream_.groups.end()) fail("has a consumer of no group");
    group->second.seen_at_ms.emplace(consumer.second, seen_at_ms);
  }
  size_t pending_count = 0;
  for (auto& [name, pending] : pending_) {
    const auto group = stream_.groups.find(name);
    if (group == stream_.groups.end()) fail("has pending entries of no group");
    for (const auto& [id, entry] : pending) {
      const bool is_owned = owned_.contains({name, entry.consumer, id});
      if (!is_owned && may_be_uncounted_) continue;
      const auto consumer = consumers_.find({name, entry.consumer});
      if (consumer == consumers_.end()) fail("has an entry pending for nobody");
      if (!is_owned) fail("has a pending entry in one row");
      ++consumer->second.found;
      ++pending_count;
    }
    group->second.pending = std::move(pending);
  }
  if (pending_count != owned_.size()) fail("has rows of consumers for what is not pending");
  for (const auto& [consumer, count] : consumers_) {
    if (count.stated != count.found) fail("has a consumer that counts otherwise");
  }
  stream_.last_id = last_id;
  stream_.greatest_deleted = greatest_deleted;
  stream_.entries_added = entries_added;
  return std::move(stream_);
}

model::Stream read_camellia_stream(const AuditedMeta& meta,
                                   std::span<const std::pair<BytesView, BytesView>> rows) {
  StreamAudit audit;
  for (const auto& [tail, value] : rows) read_row(audit, tail, value);
  return audit.finish(meta.first_id, meta.last_id, meta.greatest_deleted, meta.entries_added);
}

int64_t count_stream_entries(const AuditedMeta& meta,
                             std::span<const std::pair<BytesView, BytesView>> rows) {
  // No first entry comes after the last of all ids: there it is the count that says so.
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  if (meta.count == 0 && meta.first_id == StreamAudit::Id(kMost, kMost)) return 0;
  return std::count_if(rows.begin(), rows.end(), [&meta](const auto& row) {
    const auto [tail, value] = row;
    return !tail.empty() && tail[0] == kEntry && read_stream_id(tail.substr(1)) >= meta.first_id;
  });
}

}  // namespace keemun::sim
