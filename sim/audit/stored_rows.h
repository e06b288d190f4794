// The rows of a store, with what has to be known to read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "audit/ardb_audit.h"
#include "audit/row_map.h"
#include "format/key_layout.h"
#include "model/database.h"

namespace keemun::sim {

struct StoredRows {
  const RowMap& rows;
  std::span<const format::KeyLayout> namespaces;
  std::span<const size_t> database_order;  // database number to place in `namespaces`
  int64_t now_ms = 0;
  const model::Database* indexes = nullptr;  // the Redis that keeps indexes of sorted sets
  bool has_whole_batches = true;             // rows never come before their meta
  ArdbRules ardb = {};
  bool has_expiry_index = false;  // of the camellia family
  // Of the ardb family: databases behind those that have a number, each with its record in the
  // store if it has rows.
  std::span<const format::KeyLayout> named = {};
  bool has_spare_index_rows = false;  // of members that an index in Redis does not hold
};

inline bool is_gone(int64_t expire_at_ms, int64_t now_ms) {
  return expire_at_ms >= 0 && expire_at_ms < now_ms;
}

}  // namespace keemun::sim
