#include "sim/audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/command_error.h"
#include "base/md5.h"
#include "base/number_text.h"
#include "sim/ardb_audit.h"
#include "sim/expiry_audit.h"
#include "sim/row_reader.h"
#include "sim/stream_audit.h"

namespace keemun::sim {

namespace {

[[noreturn]] void fail(Bytes what) {
  throw CommandError(std::move(what));
}

// Tails and values, in the order of the store, which outlives them.
using Rows = std::vector<std::pair<BytesView, BytesView>>;

// All rows of one incarnation of one key, by family.
struct Incarnation {
  Rows sub_rows;
  Rows score_rows;
  Rows index_rows;

  Rows& of(char family) {
    if (family == 's') return sub_rows;
    return family == 'k' ? score_rows : index_rows;
  }
};

// What one namespace holds, before any meta is believed.
struct Namespace {
  std::map<Bytes, AuditedMeta> metas;
  std::map<std::pair<Bytes, int64_t>, Incarnation> incarnations;
};

double read_score_text(BytesView text) {
  const auto score = parse_double(text);
  if (!score) fail("score text '" + Bytes(text) + "'");
  return *score;
}

model::Value string_of(const AuditedMeta& meta, const Incarnation& rows) {
  if (!rows.sub_rows.empty()) fail("a string has sub rows");
  return model::String(meta.string_value);
}

model::Value hash_of(const Incarnation& rows) {
  return model::Hash(rows.sub_rows.begin(), rows.sub_rows.end());
}

model::Value set_of(const Incarnation& rows) {
  model::Set set;
  for (const auto& [member, value] : rows.sub_rows) {
    if (!value.empty()) fail("a set's sub row has a value");
    set.emplace_hint(set.end(), member);
  }
  return set;
}

constexpr size_t kShortMemberBytesMax = 14;

// What index rows there must be: index to member.
std::map<Bytes, Bytes> long_members(const model::ZSet& zset) {
  std::map<Bytes, Bytes> expected;
  for (const auto& [member, score] : zset.by_member()) {
    if (member.size() <= kShortMemberBytesMax) continue;
    expected.emplace(Bytes(1, '\x01') + md5_bytes(member, 16), member);
  }
  return expected;
}

void check_index_rows(const std::map<Bytes, Bytes>& expected, const Incarnation& rows) {
  if (!std::equal(expected.begin(), expected.end(), rows.index_rows.begin(), rows.index_rows.end(),
                  [](const auto& wanted, const auto& row) {
                    return wanted.first == row.first && wanted.second == row.second;
                  })) {
    fail("index rows and long members differ");
  }
}

// The index in Redis: every short member in place, every long one by its index row.
model::Value stored_zset_of(const StoredRows& stored, const Bytes& name, const Incarnation& rows) {
  const model::Database* indexes = stored.indexes;
  if (indexes == nullptr) fail("a sorted set has its index in a Redis that is not there");
  const auto found = indexes->entries().find(name);
  if (found == indexes->entries().end()) fail("an index is not in Redis");
  if (!rows.sub_rows.empty() || !rows.score_rows.empty()) fail("a stored zset has member rows");
  model::ZSet zset;
  for (const auto& [index, score] : std::get<model::ZSet>(found->second.value).by_member()) {
    if (index.front() == '\0') {
      zset.put(index.substr(1), score);
      continue;
    }
    const auto row =
        std::lower_bound(rows.index_rows.begin(), rows.index_rows.end(), index,
                         [](const auto& other, const Bytes& tail) { return other.first < tail; });
    if (row == rows.index_rows.end() || row->first != index) fail("an index has no index row");
    zset.put(Bytes(row->second), score);
  }
  if (!stored.has_spare_index_rows) check_index_rows(long_members(zset), rows);
  return zset;
}

// Member rows, and score rows where the encoding has them: the same pairs, bit for bit.
model::Value zset_of(const AuditedMeta& meta, const Incarnation& rows) {
  model::ZSet zset;
  for (const auto& [member, text] : rows.sub_rows) zset.put(Bytes(member), read_score_text(text));
  if (meta.encode_version != 0) {
    check_index_rows(meta.encode_version == 2 ? long_members(zset) : std::map<Bytes, Bytes>(),
                     rows);
    return zset;
  }
  if (rows.score_rows.size() != zset.size()) fail("score rows and member rows differ in number");
  for (const auto& [tail, value] : rows.score_rows) {
    double score = read_ordered_score(tail.substr(0, 8));
    if (value == "-") score = -score;
    if (!value.empty() && (value != "-" || score != 0)) fail("a score row has an odd value");
    const auto expected = zset.score(tail.substr(8));
    if (!expected || *expected != score || std::signbit(*expected) != std::signbit(score)) {
      fail("a score row has no member row with its score");
    }
  }
  return zset;
}

model::Value list_of(const AuditedMeta& meta, const Incarnation& rows) {
  model::List list;
  int64_t position = meta.first_position;
  for (const auto& [tail, value] : rows.sub_rows) {
    if (read_ordered_int64(tail) != position++) fail("a list has a gap");
    list.emplace_back(value);
  }
  return list;
}

constexpr int kStream = 6;

// What the meta counts, if it does.
int64_t counted_rows(const AuditedMeta& meta, const Incarnation& rows) {
  return meta.type == kStream ? count_stream_entries(meta, rows.sub_rows)
                              : static_cast<int64_t>(rows.sub_rows.size());
}

model::Value value_of(const AuditedMeta& meta, const Incarnation& rows) {
  const int64_t counted = counted_rows(meta, rows);
  if (meta.count && *meta.count != counted) {
    fail("the meta counts " + format_int64(*meta.count) + " of " + format_int64(counted));
  }
  if (meta.type == kStream) return read_camellia_stream(meta, rows.sub_rows);
  if (meta.type != 1 && rows.sub_rows.empty()) fail("a live meta has no rows");
  switch (meta.type) {
    case 1:
      return string_of(meta, rows);
    case 2:
      return hash_of(rows);
    case 3:
      return zset_of(meta, rows);
    case 4:
      return list_of(meta, rows);
    default:
      return set_of(rows);
  }
}

// By the name of the namespace. Rows of one family of an incarnation stand together, and differ in
// their tails only: what is before these is read once.
std::map<Bytes, Namespace> read_store(const StoredRows& stored) {
  std::map<Bytes, Namespace> store;
  const format::KeyLayout& any = stored.namespaces.front();
  BytesView stem;
  Rows* rows_of_stem = nullptr;
  for (const auto& [row_key, value] : stored.rows) {
    if (rows_of_stem != nullptr && row_key.starts_with(stem)) {
      rows_of_stem->emplace_back(BytesView(row_key).substr(stem.size()), value);
      continue;
    }
    if (is_ardb_row(row_key)) continue;
    AuditedRow row = read_row_key(row_key, any.kind(), any.namespace_name().size());
    if (row.family == 'x') continue;
    Namespace& found = store[row.namespace_name];
    if (row.family == 'm') {
      found.metas.emplace_hint(found.metas.end(), std::move(row.key), read_meta(value));
      continue;
    }
    rows_of_stem = &found.incarnations[{std::move(row.key), row.version}].of(row.family);
    stem = BytesView(row_key).substr(0, row_key.size() - row.tail.size());
    rows_of_stem->emplace_back(BytesView(row_key).substr(stem.size()), value);
  }
  return store;
}

// Who gave a version out: bits 12 to 19 (§ 8). Nodes of one store have clocks of their own.
int64_t issuer_of(int64_t version) {
  return version >> 12 & 0xFF;
}

// A dead incarnation never has the version of a later one: what one issuer gives only grows.
void check_versions(const Namespace& found) {
  for (const auto& [place, rows] : found.incarnations) {
    const auto meta = found.metas.find(place.first);
    if (meta == found.metas.end()) continue;
    const int64_t live = meta->second.version;
    if (place.second > live && issuer_of(place.second) == issuer_of(live)) {
      fail("key '" + place.first + "' has rows of a version that is not yet");
    }
  }
}

// What a live meta and its rows say together.
model::Value live_value(const StoredRows& stored, const Namespace& found, const Bytes& key,
                        const AuditedMeta& meta, BytesView namespace_name) {
  const auto rows = found.incarnations.find({key, meta.version});
  const Incarnation none;
  const Incarnation& live = rows == found.incarnations.end() ? none : rows->second;
  const bool is_stored = meta.type == 3 && meta.encode_version == 3;
  if (!is_stored) return value_of(meta, live);
  const Bytes index = "c#" + Bytes(namespace_name) + "{" + key + "}" + format_int64(meta.version);
  return stored_zset_of(stored, index, live);
}

// Rows of a list that its meta does not count are garbage: they lie outside of its positions.
bool counts_too_few(const Namespace& found, const Bytes& key, const AuditedMeta& meta) {
  if (meta.type == 4) return false;
  const auto rows = found.incarnations.find({key, meta.version});
  return meta.count && rows != found.incarnations.end() &&
         *meta.count < counted_rows(meta, rows->second);
}

bool is_gone(int64_t expire_at_ms, int64_t now_ms) {
  return expire_at_ms >= 0 && expire_at_ms <= now_ms;
}

// The index of expiry of every namespace.
void check_expiry_indexes(const StoredRows& stored, const std::map<Bytes, Namespace>& camellia,
                          const std::map<Bytes, ArdbEntries>& ardb) {
  std::map<Bytes, Expiries> metas;
  for (const auto& [name, found] : camellia) {
    for (const auto& [key, meta] : found.metas) {
      if (meta.expire_at_ms >= 0) metas[name].emplace(meta.expire_at_ms, key);
    }
  }
  for (const auto& [name, entries] : ardb) {
    for (const auto& [key, entry] : entries) {
      if (entry.expire_at_ms != model::kNoExpiry) metas[name].emplace(entry.expire_at_ms, key);
    }
  }
  std::map<Bytes, Expiries> index = read_expiry_index(stored.rows);
  for (const auto& [name, expiries] : metas) index.try_emplace(name);
  for (const auto& [name, expiries] : index) {
    ExpiryIndexRules rules;
    if (!ardb.contains(name)) {
      rules = {stored.has_expiry_index, stored.now_ms, !stored.has_whole_batches};
    }
    if (auto fault = expiry_index_fault(expiries, metas[name], rules)) {
      fail("namespace '" + name + "': " + *fault);
    }
  }
}

// Where the keys of a database stand.
const Bytes& namespace_of(const StoredRows& stored, size_t database) {
  const size_t numbered = stored.database_order.size();
  const format::KeyLayout& layout = database < numbered
                                        ? stored.namespaces[stored.database_order[database]]
                                        : stored.named[database - numbered];
  return layout.namespace_name();
}

void check_names(const StoredRows& stored, const std::map<Bytes, ArdbEntries>& ardb) {
  const auto holds = [](std::span<const format::KeyLayout> layouts, const Bytes& name) {
    return std::any_of(layouts.begin(), layouts.end(),
                       [&name](const auto& layout) { return layout.namespace_name() == name; });
  };
  for (const auto& [name, entries] : ardb) {
    if (holds(stored.namespaces, name)) continue;
    if (!holds(stored.named, name)) fail("namespace '" + name + "' has keys and is of nobody");
    if (!stored.rows.contains("x#n" + name)) fail("namespace '" + name + "' has no record");
  }
}

Bytes name_of(const Bytes& key, size_t database) {
  return "key '" + key + "' of database " + format_int64(static_cast<int64_t>(database));
}

// What is there and should not be, or the other way around.
void compare(const StoredKeys& stored, const model::Database& expected, size_t database,
             int64_t now_ms) {
  const model::Database& found = stored.databases[database];
  for (const auto& [key, entry] : found.entries()) {
    const auto say = [&key = key, database](BytesView what) {
      fail(name_of(key, database) + Bytes(what));
    };
    const auto wanted = expected.entries().find(key);
    if (wanted == expected.entries().end() || is_gone(wanted->second.expire_at_ms, now_ms)) {
      say(" should not be there");
    }
    if (entry.value != wanted->second.value) say(" holds something else than the model");
    if (entry.expire_at_ms != wanted->second.expire_at_ms) say(" expires at another time");
  }
  for (const auto& [key, entry] : expected.entries()) {
    if (is_gone(entry.expire_at_ms, now_ms) || stored.damaged.contains({database, key})) continue;
    if (!found.entries().contains(key)) fail(name_of(key, database) + " is missing");
  }
}

}  // namespace

StoredKeys read_keys(const StoredRows& stored) {
  StoredKeys keys;
  std::map<Bytes, Namespace> store = read_store(stored);
  const std::map<Bytes, ArdbEntries> ardb = read_ardb_keys(stored.rows, stored.ardb);
  check_expiry_indexes(stored, store, ardb);
  check_names(stored, ardb);
  for (size_t i = 0; i < stored.database_order.size() + stored.named.size(); ++i) {
    const Bytes& name = namespace_of(stored, i);
    const Namespace& found = store[name];
    if (stored.has_whole_batches) check_versions(found);
    model::Database& database = keys.databases.emplace_back();
    if (const auto rows = ardb.find(name); rows != ardb.end()) {
      for (const auto& [key, entry] : rows->second) {
        if (is_gone(entry.expire_at_ms, stored.now_ms)) continue;
        database.put(key, entry.value, entry.expire_at_ms);
      }
    }
    for (const auto& [key, meta] : found.metas) {
      if (is_gone(meta.expire_at_ms, stored.now_ms)) continue;
      try {
        if (counts_too_few(found, key, meta)) {
          keys.damaged[{i, key}] = {"the meta counts fewer rows than there are", true};
          continue;
        }
        database.put(key, live_value(stored, found, key, meta, name), meta.expire_at_ms);
      } catch (const CommandError& error) {
        keys.damaged.emplace(std::pair(i, key), StoredKeys::Damage{error.text(), false});
      }
    }
  }
  return keys;
}

std::optional<Bytes> difference(const StoredKeys& stored, std::span<const model::Database> expected,
                                int64_t now_ms) {
  try {
    for (size_t i = 0; i < stored.databases.size(); ++i) {
      compare(stored, expected[i], i, now_ms);
    }
  } catch (const CommandError& error) {
    return error.text();
  }
  return std::nullopt;
}

std::optional<Bytes> audit(const StoredRows& stored, std::span<const model::Database> expected) {
  try {
    const StoredKeys keys = read_keys(stored);
    for (const auto& [place, damage] : keys.damaged) {
      return name_of(place.second, place.first) + ": " + damage.what;
    }
    return difference(keys, expected, stored.now_ms);
  } catch (const CommandError& error) {
    return error.text();
  }
}

}  // namespace keemun::sim
