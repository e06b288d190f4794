#include "audit/ardb_audit.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "audit/ardb_reader.h"
#include "audit/ardb_stream_audit.h"
#include "audit/expiry_audit.h"
#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::sim {

namespace {

// § 1.
constexpr int kMeta = 1;
constexpr int kString = 2;
constexpr int kHash = 3;
constexpr int kHashField = 4;
constexpr int kList = 5;
constexpr int kListElement = 6;
constexpr int kSet = 7;
constexpr int kSetMember = 8;
constexpr int kZSet = 9;
constexpr int kZSetSort = 10;
constexpr int kZSetScore = 11;
constexpr int kStream = 12;
constexpr int kStreamEntry = 13;
constexpr int kStreamPending = 14;

struct SubRow {
  ArdbRowKey key;
  ArdbRowValue value;
};

// The rows of one key, in their order.
struct KeyRows {
  std::optional<ArdbRowValue> meta;
  std::vector<SubRow> rows;
};

constexpr int64_t kSizeUnknown = -1;
constexpr int64_t kBuriedAtMs = 1;

using Place = std::pair<Bytes, Bytes>;  // namespace and key

[[noreturn]] void fail(const Place& place, BytesView what) {
  throw CommandError("ardb key '" + place.second + "' of namespace '" + place.first +
                     "': " + Bytes(what));
}

Bytes string_in(const Place& place, const ArdbWord& word) {
  const auto* bytes = std::get_if<Bytes>(&word);
  if (bytes == nullptr) fail(place, "has a name that is no string");
  return *bytes;
}

// § 5: an int stands for its text and nothing else does. Who may be Ardb's is a double as well.
Bytes text_in(const Place& place, const ArdbWord& word, const ArdbRules& rules) {
  if (const auto* number = std::get_if<int64_t>(&word)) return format_int64(*number);
  const auto* real = std::get_if<double>(&word);
  if (real != nullptr && rules.has_rows_of_ardb) return format_human(*real);
  Bytes text = string_in(place, word);
  if (parse_int64(text)) fail(place, "has a number that is kept as a string");
  return text;
}

double score_in(const Place& place, const ArdbWord& word) {
  const auto* score = std::get_if<double>(&word);
  if (score == nullptr || std::isnan(*score)) fail(place, "has a score that is none");
  return *score;
}

void check_row(const Place& place, const SubRow& row, size_t names, size_t words) {
  const bool is_right = row.key.elements.size() == names && row.value.elements.size() == words &&
                        row.value.type == row.key.type;
  if (!is_right) fail(place, "has a row of another shape");
}

model::Value hash_of(const Place& place, const KeyRows& found, const ArdbRules& rules) {
  model::Hash hash;
  for (const SubRow& row : found.rows) {
    if (row.key.type != kHashField) fail(place, "is a hash and has other rows");
    check_row(place, row, 1, 1);
    hash.emplace(string_in(place, row.key.elements[0]),
                 text_in(place, row.value.elements[0], rules));
  }
  return hash;
}

model::Value set_of(const Place& place, const KeyRows& found) {
  model::Set set;
  for (const SubRow& row : found.rows) {
    if (row.key.type != kSetMember) fail(place, "is a set and has other rows");
    check_row(place, row, 1, 0);
    set.insert(string_in(place, row.key.elements[0]));
  }
  return set;
}

// Bounds may lie farther out than the elements: what is pushed goes beyond them. Great numbers are
// rounded, which keeps their order.
bool are_within(const ArdbRowValue& meta, const std::vector<SubRow>& rows) {
  const auto place_of = [](const ArdbWord& index) {
    if (const auto* whole = std::get_if<int64_t>(&index)) return static_cast<double>(*whole);
    const auto* broken = std::get_if<double>(&index);
    return broken != nullptr ? *broken : std::nan("");
  };
  return rows.empty() || (place_of(meta.elements[0]) <= place_of(rows.front().key.elements[0]) &&
                          place_of(rows.back().key.elements[0]) <= place_of(meta.elements[1]));
}

// Whether an element of a sequential list is where it belongs.
bool stands_at(const ArdbRowValue& meta, size_t place, const ArdbWord& index) {
  const auto* first = std::get_if<int64_t>(&meta.elements[0]);
  const auto* number = std::get_if<int64_t>(&index);
  return first != nullptr && number != nullptr && *number == *first + static_cast<int64_t>(place);
}

model::Value list_of(const Place& place, const KeyRows& found, const ArdbRules& rules) {
  model::List list;
  const ArdbRowValue& meta = *found.meta;
  if (meta.elements.size() != 2) fail(place, "is a list without bounds");
  for (const SubRow& row : found.rows) {
    if (row.key.type != kListElement) fail(place, "is a list and has other rows");
    check_row(place, row, 1, 1);
    const ArdbWord& index = row.key.elements[0];
    const auto* number = std::get_if<double>(&index);
    const bool is_whole = number != nullptr && *number == std::floor(*number);
    const bool is_right = number == nullptr ? std::holds_alternative<int64_t>(index)
                                            : !is_whole || rules.has_rows_of_ardb;
    if (!is_right) fail(place, "has an index in the wrong form");
    if (meta.is_sequential && !stands_at(meta, list.size(), index)) {
      fail(place, "is called sequential and has a gap");
    }
    list.push_back(text_in(place, row.value.elements[0], rules));
  }
  // Those of a sequential list are where it begins and how far it goes.
  if (!meta.is_sequential && rules.has_rows_of_ardb) {
    if (!are_within(meta, found.rows)) fail(place, "has elements beyond its bounds");
    return list;
  }
  if (found.rows.empty() || found.rows.front().key.elements[0] != meta.elements[0] ||
      found.rows.back().key.elements[0] != meta.elements[1]) {
    fail(place, "has other bounds than its meta says");
  }
  return list;
}

model::Value zset_of(const Place& place, const KeyRows& found, const ArdbRules& rules) {
  model::ZSet by_name;
  model::ZSet by_score;
  for (const SubRow& row : found.rows) {
    if (row.key.type == kZSetScore) {
      check_row(place, row, 1, 1);
      const double score = score_in(place, row.value.elements[0]);
      if (score == 0 && std::signbit(score) && !rules.has_rows_of_ardb) {
        fail(place, "keeps a negative zero");
      }
      by_name.put(string_in(place, row.key.elements[0]), score);
    } else if (row.key.type == kZSetSort) {
      check_row(place, row, 2, 0);
      const Bytes member = string_in(place, row.key.elements[1]);
      if (by_score.score(member)) fail(place, "has a member with two scores");
      by_score.put(member, score_in(place, row.key.elements[0]));
    } else {
      fail(place, "is a sorted set and has other rows");
    }
  }
  if (by_name != by_score) fail(place, "is another set by name than by score");
  return by_name;
}

model::Value stream_of(const Place& place, const KeyRows& found, const ArdbRules& rules) {
  std::vector<ArdbRow> rows;
  for (const SubRow& row : found.rows) rows.emplace_back(row.key, row.value);
  try {
    return read_ardb_stream(*found.meta, rows, rules.has_rows_of_ardb);
  } catch (const CommandError& error) {
    fail(place, error.text());
  }
}

bool may_be_blind(const ArdbRowValue& meta) {
  return meta.size == kSizeUnknown && (meta.type == kHash || meta.type == kSet);
}

void check_count(const Place& place, const KeyRows& found, const ArdbRules& rules) {
  const ArdbRowValue& meta = *found.meta;
  const auto rows = static_cast<int64_t>(found.rows.size());
  const bool may_be_uncounted = rows > 0 || rules.has_rows_of_ardb;
  if (may_be_uncounted && rules.has_blind_keys && may_be_blind(meta)) return;
  const int64_t rows_per_element = meta.type == kZSet ? 2 : 1;
  if (meta.size < 1 || meta.size * rows_per_element != rows) {
    fail(place, "counts " + format_int64(meta.size) + " and has " + format_int64(rows) + " rows");
  }
}

// § 7.
bool is_tombstone(const ArdbRowValue& meta) {
  return meta.type != kString && meta.size == 0 && meta.expire_at_ms == kBuriedAtMs;
}

bool counts_nothing(const ArdbRowValue& meta) {
  return meta.type != kString && meta.type != kStream && meta.size == 0;
}

// Of whatever is left of a key. What the key was is of no interest, as it has expired.
model::Value remains_of(const Place& place, const KeyRows& found) {
  for (const SubRow& row : found.rows) {
    const int type = row.key.type;
    const bool is_of_zset = type == kZSetSort || type == kZSetScore;
    const bool is_of_stream = type == kStreamEntry || type == kStreamPending;
    const bool is_right = found.meta->type == kZSet     ? is_of_zset
                          : found.meta->type == kStream ? is_of_stream
                                                        : type == found.meta->type + 1;
    if (!is_right) fail(place, "is a tombstone with rows of another type");
  }
  return model::Hash();
}

model::Value value_of(const Place& place, const KeyRows& found, const ArdbRules& rules) {
  const ArdbRowValue& meta = *found.meta;
  if (meta.type == kString) {
    if (!found.rows.empty() || meta.elements.size() != 1)
      fail(place, "is a string of another shape");
    return model::String(text_in(place, meta.elements[0], rules));
  }
  if (rules.has_tombstones && is_tombstone(meta)) return remains_of(place, found);
  if (meta.type == kStream) return stream_of(place, found, rules);
  check_count(place, found, rules);
  switch (meta.type) {
    case kHash:
      return hash_of(place, found, rules);
    case kList:
      return list_of(place, found, rules);
    case kSet:
      return set_of(place, found);
    case kZSet:
      return zset_of(place, found, rules);
    default:
      fail(place, "is of no type");
  }
}

}  // namespace

bool is_ardb_row(BytesView row) {
  return row.starts_with("a#");
}

ArdbRows ardb_rows(const RowMap& rows) {
  return {rows.lower_bound("a#"), rows.lower_bound("a$")};
}

std::map<Bytes, ArdbEntries> read_ardb_keys(const RowMap& rows, const ArdbRules& rules) {
  std::map<Place, KeyRows> keys;
  for (const auto& [row, bytes] : ardb_rows(rows)) {
    ArdbRowKey key = read_ardb_row_key(row);
    if (is_expiry_row(key)) continue;
    ArdbRowValue value = read_ardb_row_value(bytes);
    KeyRows& found = keys[{key.namespace_name, key.key}];
    if (key.type == kMeta) {
      found.meta = std::move(value);
    } else {
      found.rows.push_back({std::move(key), std::move(value)});
    }
  }
  std::map<Bytes, ArdbEntries> store;
  for (const auto& [place, found] : keys) {
    if (!found.meta) fail(place, "has rows and no meta");
    const bool is_nothing = found.rows.empty() && counts_nothing(*found.meta);
    if (rules.has_rows_of_ardb && is_nothing && !is_tombstone(*found.meta)) continue;
    const int64_t expire_at_ms = found.meta->expire_at_ms;
    store[place.first][place.second] = {value_of(place, found, rules),
                                        expire_at_ms == 0 ? model::kNoExpiry : expire_at_ms};
  }
  return store;
}

}  // namespace keemun::sim
