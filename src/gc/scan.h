// The scheduled scan of one namespace: round after round over all of its rows, a page at a time. It
// finds what no command has told of: what a crash left, what expired unseen, what was dropped.
//
// All it must remember is in the store: each step begins by reading how far the round has come, and
// the commit that erases a page says so. A process may therefore stop at any point, and another,
// or two at once, go on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "format/store_records.h"
#include "gc/dead_rows.h"
#include "gc/garbage_queue.h"
#include "gc/schedule.h"
#include "gc/totals.h"

namespace keemun::gc {

struct ScanSettings {
  // Who this process is: unlike any other that may be there, itself before a restart included where
  // that may still write.
  Bytes owner;
  DailyWindow window;
  int64_t interval_ms = 24 * 60 * 60 * 1000;  // from one beginning to the next
  int64_t lease_ms = 60'000;
  size_t rows_max = 100;  // of a page
  // How far the clocks of the processes of one store may differ: a key is taken for expired only so
  // much later. 0 for a store of one process.
  int64_t clock_skew_ms = 0;
};

enum class ScanStep : uint8_t {
  kOutsideWindow,
  kNotDue,
  kLeasedToOther,
  kWorked,
  kRoundEnded,
};

class NamespaceScan {
 public:
  // Everything given by reference outlives it. What an expired meta leaves goes to `queue`, as of
  // place `place`.
  NamespaceScan(const Doors& doors, DeadRows& dead_rows, const ScanSettings& settings,
                GarbageQueue& queue, Totals& totals, size_t place);

  // At most one page; `now_ms` as commands have it. Throws StoreError, which leaves everything to
  // be tried again.
  ScanStep step(int64_t now_ms);

 private:
  struct Page {
    std::vector<Bytes> dead;
    Bytes position;
    bool is_end = false;
  };

  bool hold_lease(const std::optional<Bytes>& row, int64_t now_ms);
  Page work_on_page(BytesView position, int64_t now_ms);
  void erase_expired_metas(std::span<const ports::Row> rows, int64_t now_ms);

  const Doors doors_;
  const ScanSettings settings_;
  GarbageQueue& queue_;
  Totals& totals_;
  const size_t place_;
  DeadRows& dead_rows_;  // of the namespace
};

}  // namespace keemun::gc
