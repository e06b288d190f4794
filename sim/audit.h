// The auditor: reads every row of a simulated store by itself (row_reader.h) and says what does not
// hold. Rows must decode; each live meta must agree with its rows, count and both orders of a zset,
// and with its index where that is in a Redis;
// the index of expiry must be what the metas say; and what the rows say together must be exactly
// what the oracle holds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "model/database.h"
#include "sim/ardb_audit.h"
#include "sim/sim_kv.h"

namespace keemun::sim {

struct StoredRows {
  const SimKv::RowMap& rows;
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

// What the rows say, by database number: live keys, and those of which the rows contradict each
// other. Throws CommandError for rows that nobody could have written.
struct StoredKeys {
  std::vector<model::Database> databases;
  struct Damage {
    Bytes what;
    bool counts_too_few = false;  // the one that nobody survives: live rows are taken for garbage
  };
  std::map<std::pair<size_t, Bytes>, Damage> damaged;
};
StoredKeys read_keys(const StoredRows& stored);

// How what the rows say differs from what they should, damaged keys aside; or nothing.
std::optional<Bytes> difference(const StoredKeys& stored, std::span<const model::Database> expected,
                                int64_t now_ms);

// What is wrong where the rows should say `expected`, or nothing.
std::optional<Bytes> audit(const StoredRows& stored, std::span<const model::Database> expected);

}  // namespace keemun::sim
