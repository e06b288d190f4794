// What the index of expiry says (spec/encodings/ardb.md § 6), read by the auditor's own decoder,
// and whether that is what the metas say. The same of both families of encodings.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "audit/ardb_reader.h"
#include "audit/row_map.h"
#include "base/bytes.h"

namespace keemun::sim {

// When, and which key.
using Expiries = std::set<std::pair<int64_t, Bytes>>;

// Whether a row that is read so stands in the index, of the namespace that is its key.
bool is_expiry_row(const ArdbRowKey& row);
// Throws CommandError for one that is out of shape.
std::pair<int64_t, Bytes> read_expiry(const ArdbRowKey& row, const ArdbRowValue& value);
// By the name of the namespace. Throws CommandError for a row of the index that is out of shape.
std::map<Bytes, Expiries> read_expiry_index(const RowMap& rows);

// How far the index of a namespace may differ from its metas.
struct ExpiryIndexRules {
  bool is_kept = true;
  // Of times up to this one there may be rows too many: somebody took the key, not the row. Below
  // 0: never; the ardb family takes both.
  int64_t rows_due_ms = -1;
  bool has_stale_rows = false;  // of any time: batches are not atomic
};

// What is wrong, or nothing.
std::optional<Bytes> expiry_index_fault(const Expiries& index, const Expiries& metas,
                                        const ExpiryIndexRules& rules);

}  // namespace keemun::sim
