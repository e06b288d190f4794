// The auditor: reads every row of a simulated store by itself (row_reader.h) and says what does not
// hold. Rows must decode; each live meta must agree with its rows, count and both orders of a zset,
// and with its index where that is in a Redis;
// and what the rows say together must be exactly what the oracle holds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "model/database.h"
#include "sim/sim_kv.h"

namespace keemun::sim {

struct AuditSubject {
  const SimKv::RowMap& rows;
  std::span<const format::KeyLayout> namespaces;
  std::span<const size_t> database_order;     // database number to place in `namespaces`
  std::span<const model::Database> expected;  // by database number
  int64_t now_ms = 0;
  const model::Database* indexes = nullptr;  // the Redis that keeps indexes of sorted sets
};

// What is wrong, or nothing.
std::optional<Bytes> audit(const AuditSubject& subject);

}  // namespace keemun::sim
