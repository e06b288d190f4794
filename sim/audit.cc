#include "sim/audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/command_error.h"
#include "base/md5.h"
#include "base/number_text.h"
#include "sim/row_reader.h"

namespace keemun::sim {

namespace {

[[noreturn]] void fail(Bytes what) {
  throw CommandError(std::move(what));
}

// All rows of one incarnation of one key, by family: tail to value.
struct Incarnation {
  std::map<Bytes, Bytes> sub_rows;
  std::map<Bytes, Bytes> score_rows;
  std::map<Bytes, Bytes> index_rows;
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
    set.insert(member);
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
  if (rows.index_rows != expected) fail("index rows and long members differ");
}

// The index in Redis: every short member in place, every long one by its index row.
model::Value stored_zset_of(const model::Database* indexes, const Bytes& name,
                            const Incarnation& rows) {
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
    const auto row = rows.index_rows.find(index);
    if (row == rows.index_rows.end()) fail("an index has no index row");
    zset.put(row->second, score);
  }
  check_index_rows(long_members(zset), rows);
  return zset;
}

// Member rows, and score rows where the encoding has them: the same pairs, bit for bit.
model::Value zset_of(const AuditedMeta& meta, const Incarnation& rows) {
  model::ZSet zset;
  for (const auto& [member, text] : rows.sub_rows) zset.put(member, read_score_text(text));
  if (meta.encode_version != 0) {
    check_index_rows(meta.encode_version == 2 ? long_members(zset) : std::map<Bytes, Bytes>(),
                     rows);
    return zset;
  }
  if (rows.score_rows.size() != zset.size()) fail("score rows and member rows differ in number");
  for (const auto& [tail, value] : rows.score_rows) {
    double score = read_ordered_score(BytesView(tail).substr(0, 8));
    if (value == "-") score = -score;
    if (!value.empty() && (value != "-" || score != 0)) fail("a score row has an odd value");
    const auto expected = zset.score(BytesView(tail).substr(8));
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
    list.push_back(value);
  }
  return list;
}

model::Value value_of(const AuditedMeta& meta, const Incarnation& rows) {
  if (meta.count && *meta.count != static_cast<int64_t>(rows.sub_rows.size())) {
    fail("the meta counts " + format_int64(*meta.count) + " of " +
         format_int64(static_cast<int64_t>(rows.sub_rows.size())));
  }
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

// By the name of the namespace.
std::map<Bytes, Namespace> read_store(const AuditSubject& subject) {
  std::map<Bytes, Namespace> store;
  const format::KeyLayout& any = subject.namespaces.front();
  for (const auto& [row_key, value] : subject.rows) {
    AuditedRow row = read_row_key(row_key, any.kind(), any.namespace_name().size());
    if (row.family == 'x') continue;
    Namespace& found = store[row.namespace_name];
    if (row.family == 'm') {
      found.metas.emplace(std::move(row.key), read_meta(value));
      continue;
    }
    Incarnation& incarnation = found.incarnations[{std::move(row.key), row.version}];
    switch (row.family) {
      case 's':
        incarnation.sub_rows.emplace(std::move(row.tail), value);
        break;
      case 'k':
        incarnation.score_rows.emplace(std::move(row.tail), value);
        break;
      default:
        incarnation.index_rows.emplace(std::move(row.tail), value);
        break;
    }
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

void check_database(const AuditSubject& subject, const Namespace& found, size_t database) {
  const Bytes& namespace_name =
      subject.namespaces[subject.database_order[database]].namespace_name();
  check_versions(found);
  const model::Database& expected = subject.expected[database];
  const auto is_gone = [&](int64_t expire_at_ms) {
    return expire_at_ms >= 0 && expire_at_ms <= subject.now_ms;
  };
  const auto live_wanted =
      std::count_if(expected.entries().begin(), expected.entries().end(),
                    [&](const auto& entry) { return !is_gone(entry.second.expire_at_ms); });
  int64_t live_count = 0;
  for (const auto& [key, meta] : found.metas) {
    if (is_gone(meta.expire_at_ms)) continue;
    ++live_count;
    const auto wanted = expected.entries().find(key);
    const Bytes name =
        "key '" + key + "' of database " + format_int64(static_cast<int64_t>(database));
    if (wanted == expected.entries().end() || is_gone(wanted->second.expire_at_ms))
      fail(name + " should not be there");
    const auto rows = found.incarnations.find({key, meta.version});
    const Incarnation none;
    const Incarnation& live = rows == found.incarnations.end() ? none : rows->second;
    const Bytes index = "c#" + namespace_name + "{" + key + "}" + format_int64(meta.version);
    const bool is_stored = meta.type == 3 && meta.encode_version == 3;
    const model::Value value =
        is_stored ? stored_zset_of(subject.indexes, index, live) : value_of(meta, live);
    if (value != wanted->second.value) fail(name + " holds something else than the model");
    if (meta.expire_at_ms != wanted->second.expire_at_ms) fail(name + " expires at another time");
  }
  if (live_count != live_wanted) fail("keys are missing");
}

}  // namespace

std::optional<Bytes> audit(const AuditSubject& subject) {
  try {
    std::map<Bytes, Namespace> store = read_store(subject);
    for (size_t i = 0; i < subject.database_order.size(); ++i) {
      const size_t place = subject.database_order[i];
      check_database(subject, store[subject.namespaces[place].namespace_name()], i);
    }
  } catch (const CommandError& error) {
    return error.text();
  }
  return std::nullopt;
}

}  // namespace keemun::sim
