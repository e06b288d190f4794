#include "commands/key/key_copy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/check.h"
#include "commands/stream/stream_pages.h"
#include "types/pages.h"

namespace keemun::commands {

using keyspace::Create;
using keyspace::kNoExpiry;

namespace {

void copy_hash(types::HashStore& from, types::HashStore& to) {
  types::Pages pages(from);
  for (auto page = pages.next(); !page.empty(); page = pages.next()) {
    std::vector<types::FieldView> fields;
    for (const types::Field& field : page) fields.push_back({field.field, field.value});
    to.put_known(fields, static_cast<int64_t>(fields.size()));
  }
}

void copy_set(types::SetStore& from, types::SetStore& to) {
  types::Pages pages(from);
  for (auto page = pages.next(); !page.empty(); page = pages.next()) {
    to.add_new(std::vector<BytesView>(page.begin(), page.end()));
  }
}

void copy_zset(types::ZSetStore& from, types::ZSetStore& to) {
  types::Pages pages(from);
  for (auto page = pages.next(); !page.empty(); page = pages.next()) {
    std::vector<types::ScoreChange> members;
    for (const types::ScoredMember& member : page) {
      members.push_back({member.member, std::nullopt, member.score});
    }
    to.put(members);
  }
}

void copy_list(types::ListStore& from, types::ListStore& to) {
  const int64_t size = from.size();
  for (int64_t first = 0; first < size;) {
    const int64_t count = std::min(size - first, int64_t{types::kPageElements});
    const std::vector<Bytes> page = from.range({first, count});
    const std::vector<BytesView> elements(page.begin(), page.end());
    to.push(types::ListEnd::kTail, elements);
    first += count;
  }
}

// What is pending is counted anew: where a store tore a batch, a consumer may count otherwise.
void copy_group(types::StreamStore& from, types::StreamStore& to, const types::NamedGroup& one) {
  to.put_group(one.name, one.group);
  std::map<Bytes, types::StreamConsumer> consumers;
  visit_consumers(from, one.name, [&](const types::NamedConsumer& consumer) {
    consumers[consumer.name].seen_at_ms = consumer.consumer.seen_at_ms;
  });
  visit_pending(from, one.name, [&](const types::PendingEntry& entry) {
    ++consumers[entry.consumer].pending;
    to.put_pending(one.name, entry);
  });
  for (const auto& [name, consumer] : consumers) to.put_consumer(one.name, name, consumer);
}

void copy_stream(types::StreamStore& from, types::StreamStore& to) {
  to.create();
  visit_entries(from, [&](const types::StreamEntry& entry) {
    to.append(entry.id, std::vector<BytesView>(entry.words.begin(), entry.words.end()));
  });
  to.set_last_id(from.last_id());
  to.set_past(from.past());
  visit_groups(from, [&](const types::NamedGroup& one) { copy_group(from, to, one); });
}

}  // namespace

void copy_key(const KeyPlace& from, const KeyPlace& to) {
  const auto info = from.keys.find(from.key);
  CHECK(info.has_value());
  if (info->type == types::KeyType::kString) {
    to.keys.put_string(to.key, from.keys.string(from.key, Create::kNo)->value(),
                       info->expire_at_ms);
    return;
  }
  to.keys.erase(to.key);
  switch (info->type) {
    case types::KeyType::kHash:
      copy_hash(*from.keys.hash(from.key, Create::kNo), *to.keys.hash(to.key, Create::kYes));
      break;
    case types::KeyType::kSet:
      copy_set(*from.keys.set(from.key, Create::kNo), *to.keys.set(to.key, Create::kYes));
      break;
    case types::KeyType::kZSet:
      copy_zset(*from.keys.zset(from.key, Create::kNo), *to.keys.zset(to.key, Create::kYes));
      break;
    case types::KeyType::kList:
      copy_list(*from.keys.list(from.key, Create::kNo), *to.keys.list(to.key, Create::kYes));
      break;
    case types::KeyType::kStream:
      copy_stream(*from.keys.stream(from.key, Create::kNo), *to.keys.stream(to.key, Create::kYes));
      break;
    case types::KeyType::kString:
      break;
  }
  if (info->expire_at_ms != kNoExpiry) to.keys.set_expiry(to.key, info->expire_at_ms);
}

}  // namespace keemun::commands
