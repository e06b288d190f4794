// The collection of garbage of one process: at once what its commands leave behind, and by
// scheduled scans what is found. Reaches into the store only; copies of collections in a Redis, and
// the indexes of sorted sets that are kept there, are not its business.
//
// How a host uses it:
//
//   Collector collector({fresh, core.store, core.turns}, core.settings.databases, settings);
//   core.garbage = &collector;                    // then commands tell it what they leave
//   ... and from time to time, so often as the host can afford:
//   collector.collect_step(core.now_ms());  // what was left
//   collector.sweep_step(core.now_ms());    // what has expired
//   collector.scan_step(core.now_ms());     // what nobody told of
//
// A step is bounded: a page of rows read, their metas read, and as a rule one commit, two if keys
// have expired. Where commits are gathered, steps gather theirs with them: `fresh` is then the
// store that gathers (PendingStore), so that no step overlooks what was committed a moment ago, and
// the host says what becomes of them: depart(), arrive(), settle(), begin_anew(). The pace is the
// host's: how many steps a turn when there is something to do, how often to ask when there was
// nothing (a second is often enough: each asking reads two rows a namespace). Steps run one at a
// time, on one thread, or on one fiber, where they wait for gates and for the store like a command;
// a fiber that is dropped within a step loses nothing. A step that throws StoreError has lost
// nothing either: the next one tries again, other garbage first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "format/key_layout.h"
#include "gc/dead_rows.h"
#include "gc/expiry_sweep.h"
#include "gc/garbage_queue.h"
#include "gc/scan.h"
#include "gc/totals.h"
#include "keyspace/garbage.h"

namespace keemun::gc {

struct CollectorSettings {
  ScanSettings scan;
  SweepSettings sweep;
  size_t queue_max = 1024;
  bool gathers_commits = false;
};

class Collector final : public keyspace::GarbageSink {
 public:
  // One layout a namespace; a place is an index into them. Everything given by reference outlives
  // the collector.
  Collector(const Doors& doors, const std::vector<format::KeyLayout>& namespaces,
            const CollectorSettings& settings);

  // From a command that has just committed: remembers, does nothing.
  void leave(size_t place, const keyspace::Garbage& garbage) override;
  void leave_expired(size_t place, BytesView key, int64_t expire_at_ms) override;

  // Works on what was left, at most a page of rows. False: there was nothing. `now_ms` here and
  // below is the time of commands, Core::now_ms(): what has expired for a step has expired for
  // every command that comes after it.
  bool collect_step(int64_t now_ms);

  // Takes away a page of keys whose time has come, of one namespace that has an index of expiry or
  // another. False: none was due, of so many namespaces as are asked at once. A host asks often,
  // ten times a second: an asking reads a row a namespace.
  bool sweep_step(int64_t now_ms);
  // Of all namespaces the most: ExpirySweep::behind_ms().
  int64_t sweep_behind_ms() const;
  // For how long what commands have left waits already, as the last step knew it.
  int64_t queue_behind_ms() const { return queue_.behind_ms(); }

  // One more namespace with an index, of the ardb family, which holds no garbage to scan for.
  // `layout` outlives the collector.
  void sweep_too(size_t place, const format::KeyLayout& layout);

  // Whether it knows of some: a process that ends now leaves it to be sought by the next one.
  bool has_garbage() const { return !queue_.empty() || queue_.has_dropped_any(); }
  // So much that more might soon find no room.
  bool has_much_garbage() const { return queue_.is_half_full(); }
  // There may be some that nobody told of: rounds of the scan are due.
  void seek_garbage();

  // Looks at a page of one namespace or another for what nobody told of. False: none is due now, of
  // so many as are asked at once; asking one reads two rows.
  bool scan_step(int64_t now_ms);
  ScanStep scan_step_of(size_t place, int64_t now_ms) { return scans_[place].step(now_ms); }

  // Of commits that are gathered: those of the steps until now are on their way, and no others;
  // those have happened; all have; or none has, and what they did is to be done anew.
  void depart();
  void arrive();
  void settle();
  void begin_anew();

  size_t namespace_count() const { return scans_.size(); }
  size_t queued_count() const { return queue_.size(); }
  const Totals& totals() const { return totals_; }

 private:
  void begin_step(int64_t now_ms);
  // False: it is through with this one.
  bool collect(DeadKey& dead, int64_t now_ms);
  // The rows of one family from the position on go; answers which they are.
  ports::ScanPage erase_page(DeadRows& dead_rows, const DeadKey& dead);

  const Doors doors_;
  const size_t rows_max_;
  const SweepSettings sweep_settings_;
  const bool gathers_commits_;
  Totals totals_;
  Totals departed_totals_;  // when commits departed
  Totals settled_totals_;   // of what has happened
  GarbageQueue queue_;
  std::deque<DeadRows> dead_rows_;
  std::deque<NamespaceScan> scans_;
  std::deque<ExpirySweep> sweeps_;
  size_t swept_place_ = 0;
  size_t sweeps_in_a_row_ = 0;  // of that place: asking the others costs a read each
  size_t scanned_place_ = 0;
};

}  // namespace keemun::gc
