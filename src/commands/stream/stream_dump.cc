#include "commands/stream/stream_dump.h"

#include <cstddef>
#include <vector>

#include "commands/key/dump_size.h"
#include "commands/stream/stream_pages.h"

namespace keemun::commands {

using types::NamedConsumer;
using types::NamedGroup;
using types::PendingEntry;
using types::StreamEntry;
using types::StreamStore;

namespace {

// What is pending is counted anew, as in key_copy.cc.
rdb::Stream::Group dumped_group(StreamStore& stream, const NamedGroup& one, size_t& size) {
  rdb::Stream::Group group;
  group.group = one.group;
  visit_consumers(stream, one.name, [&](const NamedConsumer& consumer) {
    size += consumer.name.size() + sizeof consumer.consumer;
    check_dump_size(size);
    group.consumers[consumer.name].seen_at_ms = consumer.consumer.seen_at_ms;
  });
  visit_pending(stream, one.name, [&](const PendingEntry& entry) {
    size += 2 * StreamId::kBytes;
    check_dump_size(size);
    ++group.consumers[entry.consumer].pending;
    group.pending.push_back(entry);
  });
  return group;
}

}  // namespace

rdb::Stream dumped_stream(StreamStore& stream) {
  rdb::Stream dumped;
  size_t size = 0;
  visit_entries(stream, [&](const StreamEntry& entry) {
    for (const Bytes& word : entry.words) size += word.size();
    check_dump_size(size);
    dumped.entries.push_back(entry);
  });
  dumped.last_id = stream.last_id();
  dumped.past = stream.past();
  visit_groups(stream, [&](const NamedGroup& one) {
    dumped.groups.emplace(one.name, dumped_group(stream, one, size));
  });
  return dumped;
}

void restore_stream(StreamStore& stream, const rdb::Stream& dumped) {
  stream.create();
  for (const StreamEntry& entry : dumped.entries) {
    stream.append(entry.id, std::vector<BytesView>(entry.words.begin(), entry.words.end()));
  }
  stream.set_last_id(dumped.last_id);
  stream.set_past(dumped.past);
  for (const auto& [name, group] : dumped.groups) {
    stream.put_group(name, group.group);
    for (const auto& [consumer, known] : group.consumers) {
      stream.put_consumer(name, consumer, known);
    }
    for (const PendingEntry& entry : group.pending) stream.put_pending(name, entry);
  }
}

}  // namespace keemun::commands
