// What the rows of the ardb family say, read by the auditor's own decoder (ardb_reader.h). Rows
// carry no version, so there is no garbage among them: every row belongs to the meta of its key,
// every size is exact or, where there may be blind keys, unknown. Below a tombstone there may be
// any part of a key's rows. The index of expiry is read by itself (expiry_audit.h).
#pragma once

#include <map>

#include "audit/row_map.h"
#include "base/bytes.h"
#include "model/value.h"

namespace keemun::sim {

// What may be there.
struct ArdbRules {
  bool has_blind_keys = false;
  bool has_tombstones = false;
  // What Ardb writes and Keemun only reads: doubles as values, whole ones as indexes of lists,
  // bounds of lists that were there once, scores of -0, metas that count nothing, which are no
  // keys, collections without elements or a count, groups that do not know how many entries they
  // have read, and pending entries that no consumer counts.
  bool has_rows_of_ardb = false;
};

bool is_ardb_row(BytesView row);
// All of them; they stand together.
struct ArdbRows {
  RowMap::const_iterator first;
  RowMap::const_iterator behind_last;

  auto begin() const { return first; }
  auto end() const { return behind_last; }
};
ArdbRows ardb_rows(const RowMap& rows);

// By key; expired ones that still have their rows too.
using ArdbEntries = std::map<Bytes, model::Entry>;

// By the name of the namespace. Throws CommandError for the first row that is out of place.
std::map<Bytes, ArdbEntries> read_ardb_keys(const RowMap& rows, const ArdbRules& rules);

}  // namespace keemun::sim
