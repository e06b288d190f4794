// The auditor: reads the rows of a store by itself and says what does not hold. Rows must
// decode; each live meta must agree with its rows, count and both orders of a zset, and with its
// index where that is in a Redis; the index of expiry must be what the metas say; and what the rows
// say together must be exactly what the oracle holds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "audit/camellia_keys.h"
#include "audit/stored_rows.h"
#include "base/bytes.h"
#include "model/database.h"

namespace keemun::sim {

// What the rows say, by database number: keys, those of which the rows contradict each other apart.
// Whoever looks at one asks whether it has expired.
struct StoredKeys {
  std::vector<const model::Database*> databases;
  std::map<std::pair<size_t, Bytes>, Damage> damaged;  // none that has expired
};

// Reads a store, all of it at first, and then again what has changed since. What it answers points
// into it and holds until it reads again. Throws CommandError for rows that nobody could have
// written; then it is of no use any more.
class KeyReader {
 public:
  // `changed` names all rows that may be other than they were when it read last.
  StoredKeys read(const StoredRows& stored, std::span<const Bytes> changed);

 private:
  bool has_read_ = false;
  CamelliaKeys camellia_;
  std::map<Bytes, model::Database> ardb_;  // with what is of the camellia family beside it
};

// How what the rows say differs from what they should, damaged keys aside; or nothing.
std::optional<Bytes> difference(const StoredKeys& stored, std::span<const model::Database> expected,
                                int64_t now_ms);

// What is wrong where the rows should say `expected`, or nothing.
std::optional<Bytes> audit(const StoredRows& stored, std::span<const model::Database> expected);
// The same with a reader that has read before.
std::optional<Bytes> audit(const StoredKeys& keys, std::span<const model::Database> expected,
                           int64_t now_ms);

}  // namespace keemun::sim
