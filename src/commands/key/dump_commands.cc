#include "commands/key/dump_commands.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "commands/distinct.h"
#include "commands/key/dump_size.h"
#include "commands/stream/stream_dump.h"
#include "rdb/payload.h"
#include "rdb/value.h"
#include "rdb/value_writer.h"
#include "types/pages.h"
#include "types/zadd_rules.h"

namespace keemun::commands {

using keyspace::Keyspace;
using keyspace::kNoExpiry;
using types::KeyType;

namespace {

template <typename Store, typename Add>
void write_pages(rdb::ValueWriter& writer, Store& store, Add add) {
  types::Pages pages(store);
  for (auto page = pages.next(); !page.empty(); page = pages.next()) {
    for (const auto& element : page) add(element);
    check_dump_size(writer.size());
  }
}

void write_list(rdb::ValueWriter& writer, types::ListStore& list) {
  const int64_t size = list.size();
  for (int64_t first = 0; first < size;) {
    const int64_t count = std::min<int64_t>(size - first, types::kPageElements);
    for (const Bytes& element : list.range({first, count})) writer.add(element);
    check_dump_size(writer.size());
    first += count;
  }
}

void write_elements(rdb::ValueWriter& writer, Keyspace& keys, BytesView key, KeyType type) {
  switch (type) {
    case KeyType::kString:
      writer.add(keys.string(key, Create::kNo)->value());
      break;
    case KeyType::kHash:
      write_pages(writer, *keys.hash(key, Create::kNo), [&](const types::Field& field) {
        writer.add(field.field);
        writer.add(field.value);
      });
      break;
    case KeyType::kSet:
      write_pages(writer, *keys.set(key, Create::kNo),
                  [&](const Bytes& member) { writer.add(member); });
      break;
    case KeyType::kZSet:
      write_pages(writer, *keys.zset(key, Create::kNo), [&](const types::ScoredMember& member) {
        writer.add(member.member, member.score);
      });
      break;
    case KeyType::kList:
      write_list(writer, *keys.list(key, Create::kNo));
      break;
    case KeyType::kStream:
      break;
  }
}

Bytes written_value(Keyspace& keys, BytesView key, KeyType type) {
  if (type == KeyType::kStream) {
    return rdb::write_stream(dumped_stream(*keys.stream(key, Create::kNo)));
  }
  rdb::ValueWriter writer(type);
  write_elements(writer, keys, key, type);
  return std::move(writer).finish();
}

void restore_zset(types::ZSetStore& zset, const rdb::Value& value) {
  std::vector<types::ScoreChange> changes;
  for (size_t i = 0; i < value.elements.size(); ++i) {
    changes.push_back({value.elements[i], std::nullopt, types::kept_score(value.scores[i])});
  }
  zset.put(changes);
}

void restore_value(Keyspace& keys, BytesView key, const rdb::Value& value, int64_t expire_at_ms) {
  const std::vector<BytesView> elements(value.elements.begin(), value.elements.end());
  switch (value.type) {
    case KeyType::kString:
      keys.put_string(key, elements.front(), expire_at_ms);
      return;
    case KeyType::kHash:
      keys.hash(key, Create::kYes)->put(distinct_fields(elements));
      break;
    case KeyType::kSet:
      keys.set(key, Create::kYes)->add(elements);
      break;
    case KeyType::kZSet:
      restore_zset(*keys.zset(key, Create::kYes), value);
      break;
    case KeyType::kList:
      keys.list(key, Create::kYes)->push(types::ListEnd::kTail, elements);
      break;
    case KeyType::kStream:
      break;
  }
  if (expire_at_ms != kNoExpiry) keys.set_expiry(key, expire_at_ms);
}

using Restored = std::variant<rdb::Value, rdb::Stream>;

Restored read_content(BytesView content) {
  if (rdb::is_stream(content)) return rdb::read_stream(content);
  return rdb::read_value(content);
}

// The key is not there.
void restore_key(Keyspace& keys, BytesView key, const Restored& restored, int64_t expire_at_ms) {
  const auto* stream = std::get_if<rdb::Stream>(&restored);
  if (stream == nullptr) {
    return restore_value(keys, key, std::get<rdb::Value>(restored), expire_at_ms);
  }
  restore_stream(*keys.stream(key, Create::kYes), *stream);
  if (expire_at_ms != kNoExpiry) keys.set_expiry(key, expire_at_ms);
}

struct RestoreOptions {
  bool replaces = false;
  bool is_absolute = false;
};

// IDLETIME and FREQ are read, as Redis does, and mean nothing here.
RestoreOptions parse_restore_options(const Call& call) {
  constexpr int64_t kFrequencyMax = 255;
  RestoreOptions options;
  bool has_idle_time = false;
  bool has_frequency = false;
  for (size_t i = 4; i < call.size(); ++i) {
    const bool has_value = i + 1 < call.size();
    if (call.is_word(i, "replace")) {
      options.replaces = true;
    } else if (call.is_word(i, "absttl")) {
      options.is_absolute = true;
    } else if (call.is_word(i, "idletime") && has_value && !has_frequency) {
      if (call.integer(++i) < 0) throw_error("ERR Invalid IDLETIME value, must be >= 0");
      has_idle_time = true;
    } else if (call.is_word(i, "freq") && has_value && !has_idle_time) {
      const int64_t frequency = call.integer(++i);
      if (frequency < 0 || frequency > kFrequencyMax) {
        throw_error("ERR Invalid FREQ value, must be >= 0 and <= 255");
      }
      has_frequency = true;
    } else {
      throw_syntax_error();
    }
  }
  return options;
}

// The sum of a time to live and now wraps around as it does in Redis.
int64_t expiry_of(const Call& call, int64_t ttl_ms, bool is_absolute) {
  if (ttl_ms == 0) return kNoExpiry;
  const uint64_t base = is_absolute ? 0 : static_cast<uint64_t>(call.keys().now_ms());
  return static_cast<int64_t>(static_cast<uint64_t>(ttl_ms) + base);
}

}  // namespace

// DUMP key
Reply dump(Call& call) {
  const auto info = call.keys().find(call.arg(1));
  if (!info) return Reply::null();
  return Reply::bulk(rdb::sealed(written_value(call.keys(), call.arg(1), info->type)));
}

// RESTORE key ttl serialized-value [REPLACE] [ABSTTL] [IDLETIME seconds] [FREQ frequency]
Reply restore(Call& call) {
  const BytesView key = call.arg(1);
  const RestoreOptions options = parse_restore_options(call);
  if (!options.replaces && call.keys().find(key)) {
    throw_error("BUSYKEY Target key name already exists.");
  }
  const int64_t ttl_ms = call.integer(2);
  if (ttl_ms < 0) throw_error("ERR Invalid TTL value, must be >= 0");
  const auto content = rdb::opened(call.arg(3));
  if (!content) throw_error("ERR DUMP payload version or checksum are wrong");
  const Restored restored = read_content(*content);
  const int64_t expire_at_ms = expiry_of(call, ttl_ms, options.is_absolute);
  const bool is_past = ttl_ms != 0 && expire_at_ms <= call.keys().now_ms();
  const bool existed = call.keys().erase(key);
  if (!is_past) restore_key(call.keys(), key, restored, expire_at_ms);
  if (!is_past || existed) call.changed(key, is_past ? "del" : "restore");
  return Reply::ok();
}

}  // namespace keemun::commands
