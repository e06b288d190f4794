// What the rows of one incarnation of a key of the camellia family say together
// (spec/encodings/camellia.md § 6). Throw CommandError for what does not agree.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "audit/camellia_reader.h"
#include "base/bytes.h"
#include "model/database.h"
#include "model/value.h"

namespace keemun::sim {

// Tails and values, in the order of the store, which outlives them.
using TailRows = std::vector<std::pair<BytesView, BytesView>>;

// All rows of one incarnation of one key, by family.
struct Incarnation {
  TailRows sub_rows;
  TailRows score_rows;
  TailRows index_rows;

  TailRows& of(char family) {
    if (family == 's') return sub_rows;
    return family == 'k' ? score_rows : index_rows;
  }
};

// What the meta counts, if it does.
int64_t counted_rows(const AuditedMeta& meta, const Incarnation& rows);

// What is kept in rows alone.
model::Value camellia_value(const AuditedMeta& meta, const Incarnation& rows);

// A sorted set whose index a Redis keeps under this name.
struct StoredIndex {
  const model::Database* redis = nullptr;
  BytesView name;
  bool has_spare_index_rows = false;  // of members that the index does not hold
};
model::Value camellia_stored_zset(const StoredIndex& index, const Incarnation& rows);

}  // namespace keemun::sim
