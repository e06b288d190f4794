// Law: a stream that is written, sealed and opened is read as the same stream.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "base/number_text.h"
#include "rdb/payload.h"
#include "rdb/stream.h"

namespace keemun::rdb {
namespace {

using types::PendingEntry;
using types::StreamEntry;

// Few that differ, so that entries have the fields of others; and any.
rc::Gen<std::vector<Bytes>> words() {
  const auto known = rc::gen::element<Bytes>("field", "17", Bytes(300, 'f'));
  const auto word = rc::gen::oneOf(known, known, rc::gen::arbitrary<Bytes>());
  return rc::gen::map(rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<Bytes, Bytes>>>(
                          rc::gen::pair(known, word))),
                      [](const std::vector<std::pair<Bytes, Bytes>>& pairs) {
                        std::vector<Bytes> words;
                        for (const auto& [field, value] : pairs) {
                          words.push_back(field);
                          words.push_back(value);
                        }
                        return words;
                      });
}

rc::Gen<std::set<StreamId>> ids() {
  const auto number =
      rc::gen::oneOf(rc::gen::inRange<uint64_t>(1, 300), rc::gen::inRange<uint64_t>(1, UINT64_MAX));
  return rc::gen::container<std::set<StreamId>>(
      rc::gen::map(rc::gen::pair(number, number), [](const std::pair<uint64_t, uint64_t>& parts) {
        return StreamId{parts.first, parts.second};
      }));
}

Stream::Group random_group() {
  Stream::Group group;
  group.group = {{*rc::gen::arbitrary<uint64_t>(), 3}, *rc::gen::arbitrary<int64_t>()};
  const auto names = *rc::gen::nonEmpty(rc::gen::container<std::set<Bytes>>(
      rc::gen::oneOf(rc::gen::map(rc::gen::inRange<int64_t>(0, 100'000), format_int64),
                     rc::gen::arbitrary<Bytes>())));
  for (const Bytes& name : names) group.consumers[name].seen_at_ms = *rc::gen::arbitrary<int64_t>();
  for (const StreamId& id : *ids()) {
    const Bytes owner = *rc::gen::elementOf(names);
    group.pending.push_back(
        {id, owner, *rc::gen::arbitrary<int64_t>(), *rc::gen::arbitrary<int64_t>()});
    ++group.consumers[owner].pending;
  }
  return group;
}

Stream random_stream() {
  Stream stream;
  for (const StreamId& id : *ids()) {
    stream.entries.push_back({id, *words()});
    stream.last_id = id;
  }
  stream.past = {{7, *rc::gen::arbitrary<uint64_t>()}, *rc::gen::arbitrary<int64_t>()};
  for (const Bytes& name : *rc::gen::container<std::set<Bytes>>(rc::gen::arbitrary<Bytes>())) {
    stream.groups[name] = random_group();
  }
  return stream;
}

void check_entries(const Stream& found, const Stream& wanted) {
  RC_ASSERT(found.entries.size() == wanted.entries.size());
  for (size_t i = 0; i < found.entries.size(); ++i) {
    RC_ASSERT(found.entries[i].id == wanted.entries[i].id);
    RC_ASSERT(found.entries[i].words == wanted.entries[i].words);
  }
}

void check_pending(const std::vector<PendingEntry>& found,
                   const std::vector<PendingEntry>& wanted) {
  RC_ASSERT(found.size() == wanted.size());
  for (size_t i = 0; i < found.size(); ++i) {
    RC_ASSERT(found[i].id == wanted[i].id);
    RC_ASSERT(found[i].consumer == wanted[i].consumer);
    RC_ASSERT(found[i].delivered_at_ms == wanted[i].delivered_at_ms);
    RC_ASSERT(found[i].deliveries == wanted[i].deliveries);
  }
}

void check_group(const Stream::Group& found, const Stream::Group& wanted) {
  RC_ASSERT(found.group.last_delivered == wanted.group.last_delivered);
  RC_ASSERT(found.group.entries_read == wanted.group.entries_read);
  RC_ASSERT(found.consumers.size() == wanted.consumers.size());
  for (const auto& [name, consumer] : wanted.consumers) {
    RC_ASSERT(found.consumers.at(name).seen_at_ms == consumer.seen_at_ms);
    RC_ASSERT(found.consumers.at(name).pending == consumer.pending);
  }
  check_pending(found.pending, wanted.pending);
}

RC_GTEST_PROP(StreamRoundTrip, OfAnyStream, ()) {
  const Stream stream = random_stream();
  const Bytes payload = sealed(write_stream(stream));
  const auto content = opened(payload);
  RC_ASSERT(content.has_value() && is_stream(*content));
  const Stream read = read_stream(*content);
  check_entries(read, stream);
  RC_ASSERT(read.last_id == stream.last_id);
  RC_ASSERT(read.past.greatest_deleted == stream.past.greatest_deleted);
  RC_ASSERT(read.past.entries_added == stream.past.entries_added);
  RC_ASSERT(read.groups.size() == stream.groups.size());
  for (const auto& [name, group] : stream.groups) check_group(read.groups.at(name), group);
}

}  // namespace
}  // namespace keemun::rdb
