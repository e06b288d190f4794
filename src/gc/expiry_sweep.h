// Erases the keys of one namespace of the ardb family whose time has come, oldest first, by the
// index of expiry: no row is read before its time, and a key that lives is never looked at.
//
// A key goes with all its rows and its row in the index, alone with the key, and only if its meta
// still says what the index said: PERSIST, a later expiry or a new key of that name that came in
// between is kept. A row of the index that no meta stands behind goes by itself. What does not
// decode stays, and holds up nothing. A key of very many rows goes in several steps, hidden from
// the first one on; so does what DEL has hidden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "format/ardb_rows.h"
#include "gc/doors.h"
#include "gc/totals.h"
#include "keyspace/encoding_choice.h"

namespace keemun::gc {

struct SweepSettings {
  std::vector<Bytes> namespaces;  // of the ardb family
  size_t keys_max = 64;           // of one step, which is one commit
  size_t rows_max = 1024;         // of one key in one step, where the store erases no range cheaply
  int64_t clock_skew_ms = 0;      // of the clocks of several processes
};

class ExpirySweep {
 public:
  // Everything given by reference outlives it.
  ExpirySweep(const Doors& doors, Bytes namespace_name, const SweepSettings& settings,
              Totals& totals);

  // A page of the index. False: nothing more of it is due that could go.
  bool step(int64_t now_ms);

 private:
  struct Erased {
    size_t index_rows = 0;
    bool is_unfinished = false;  // rows of a key are left, or keys that there was no room for
  };
  Erased erase(std::span<const format::ArdbTtl> due, int64_t due_ms);

  const Doors doors_;
  const ports::Capabilities capabilities_;
  const Bytes namespace_name_;
  const size_t keys_max_;
  const keyspace::EncodingChoice choice_;
  const int64_t clock_skew_ms_;
  // Behind rows that had to stay; empty: the next page begins at the smallest time.
  Bytes position_;
  Totals& totals_;
};

}  // namespace keemun::gc
