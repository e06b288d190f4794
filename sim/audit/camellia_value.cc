#include "audit/camellia_value.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "audit/stream_audit.h"
#include "base/command_error.h"
#include "base/md5.h"
#include "base/number_text.h"
#include "plan/plan_text.h"

namespace keemun::sim {

namespace {

[[noreturn]] void fail(Bytes what) {
  throw CommandError(std::move(what));
}

double read_score_text(BytesView text) {
  const bool is_decimal = text.find_first_of("xX") == BytesView::npos;
  const auto score = parse_double(text);
  if (!score || !is_decimal) fail("score text " + plan::argument_text(text));
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

constexpr int kZSet = 3;
constexpr int kStream = 6;

// Rows of families that its encoding has no use for.
void check_families(const AuditedMeta& meta, const Incarnation& rows) {
  const bool has_scores = meta.type == kZSet && meta.encode_version == 0;
  const bool has_indexes = meta.type == kZSet && meta.encode_version >= 2;
  if (!has_scores && !rows.score_rows.empty()) fail("has score rows, which it has no use for");
  if (!has_indexes && !rows.index_rows.empty()) fail("has index rows, which it has no use for");
}

}  // namespace

int64_t counted_rows(const AuditedMeta& meta, const Incarnation& rows) {
  return meta.type == kStream ? count_stream_entries(meta, rows.sub_rows)
                              : static_cast<int64_t>(rows.sub_rows.size());
}

model::Value camellia_value(const AuditedMeta& meta, const Incarnation& rows) {
  const int64_t counted = counted_rows(meta, rows);
  if (meta.count && *meta.count != counted) {
    fail("the meta counts " + format_int64(*meta.count) + " of " + format_int64(counted));
  }
  check_families(meta, rows);
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

// Every short member in place, every long one by its index row.
model::Value camellia_stored_zset(const StoredIndex& index, const Incarnation& rows) {
  if (index.redis == nullptr) fail("a sorted set has its index in a Redis that is not there");
  const auto found = index.redis->entries().find(index.name);
  if (found == index.redis->entries().end()) fail("an index is not in Redis");
  if (!rows.sub_rows.empty() || !rows.score_rows.empty()) fail("a stored zset has member rows");
  model::ZSet zset;
  for (const auto& [member, score] : std::get<model::ZSet>(found->second.value).by_member()) {
    if (member.front() == '\0') {
      zset.put(member.substr(1), score);
      continue;
    }
    const auto row =
        std::lower_bound(rows.index_rows.begin(), rows.index_rows.end(), member,
                         [](const auto& other, const Bytes& tail) { return other.first < tail; });
    if (row == rows.index_rows.end() || row->first != member) fail("an index has no index row");
    zset.put(Bytes(row->second), score);
  }
  if (!index.has_spare_index_rows) check_index_rows(long_members(zset), rows);
  return zset;
}

}  // namespace keemun::sim
