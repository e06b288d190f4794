// What kind of store the simulated one pretends to be.
//
//   memory    batches at once, nothing is lost
//   rocksdb   the same, but a crash may take back the commits since the last sync, the last first
//   tikv_raw  row by row; what had no answer may happen later, in part, or not
//   tikv_txn  batches at once; what had no answer may happen later, but not over rows that were
//             changed meanwhile
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "plan/plan.h"
#include "ports/kv_store.h"

namespace keemun::sim {

struct KvProfile {
  BytesView name = "memory";
  ports::Capabilities capabilities;
  bool loses_unsynced = false;
  bool detects_conflicts = false;
  std::vector<plan::Fault> faults;  // those that a system on it must survive

  static KvProfile memory();
  // None where there is no such profile.
  static std::optional<KvProfile> named(BytesView name);
  static std::span<const BytesView> names();
};

}  // namespace keemun::sim
