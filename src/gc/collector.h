// The collection of garbage of one process: at once what its commands leave behind, and by
// scheduled scans what is found. Reaches into the store only; copies of collections in a Redis, and
// the indexes of sorted sets that are kept there, are not its business.
//
// The host calls the steps, from one fiber or thread at a time, and paces them; each does a bounded
// amount of work. A step that throws StoreError has lost nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "format/key_layout.h"
#include "gc/dead_rows.h"
#include "gc/garbage_queue.h"
#include "gc/scan.h"
#include "gc/totals.h"
#include "keyspace/garbage.h"

namespace keemun::gc {

struct CollectorSettings {
  ScanSettings scan;
  size_t queue_max = 1024;
};

class Collector final : public keyspace::GarbageSink {
 public:
  // One layout a namespace; a place is an index into them. Everything given by reference outlives
  // the collector.
  Collector(const Doors& doors, const std::vector<format::KeyLayout>& namespaces,
            const CollectorSettings& settings);

  // From a command that has just committed: remembers, does nothing.
  void leave(size_t place, const keyspace::Garbage& garbage) override;

  // Works on what was left, at most a page of `rows_max` rows. False: there was nothing to do.
  // `now_ms` here and below as commands have it: none of this process was given a later one.
  bool collect_step(int64_t now_ms, size_t rows_max);

  ScanStep scan_step(size_t place, int64_t now_ms) { return scans_[place].step(now_ms); }

  size_t namespace_count() const { return scans_.size(); }
  size_t queued_count() const { return queue_.size(); }
  format::GcProgress progress(size_t place) const { return scans_[place].progress(); }
  const Totals& totals() const { return totals_; }

 private:
  // Looks at the rows of one family behind the position; false if there are none.
  bool erase_page(DeadRows& dead_rows, DeadKey& dead, size_t rows_max);

  const Doors doors_;
  GarbageQueue queue_;
  Totals totals_;
  std::deque<DeadRows> dead_rows_;
  std::deque<NamespaceScan> scans_;
};

}  // namespace keemun::gc
