// The core as a server hosts it: on the embedded store, with the clock and the chance of the
// machine, and with the commits of many commands gathered: until flush(), or until they depart, and
// another thread commits them while the next are gathered.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <random>

#include "base/hash.h"
#include "gc/collector.h"
#include "keyspace/unit/pending_store.h"
#include "ports/clock.h"
#include "ports/random.h"
#include "ports/store_error.h"
#include "rocks/rocks_store.h"
#include "server/config/settings.h"
#include "server/store/commit_thread.h"
#include "server/store/deferring_store.h"
#include "server/store/onward_clock.h"
#include "server/store/told_expiries.h"
#include "server/store/write_refusal.h"
#include "server/threads/thread_turn.h"
#include "session/core.h"

namespace keemun::server {

class HostedCore {
 public:
  // Opens the store. Throws CommandError or StoreError when it may not be served.
  explicit HostedCore(const Settings& settings);

  session::Core& core() { return core_; }
  rocks::RocksStore& store() { return store_; }
  // As the option has it.
  void set_wal_sync(BytesView when);
  DeferringStore& reads() { return reads_; }
  OnwardClock& clock() { return clock_; }

  // While it lives, several threads may run commands that only read; nobody does anything else.
  class Shared {
   public:
    explicit Shared(HostedCore& hosted);
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    ~Shared();

   private:
    HostedCore& hosted_;
    const uint64_t commits_before_;
    std::optional<DeferringStore::Hurry> hurry_;
  };
  // Whether nothing stands in the way of that.
  bool may_be_shared() const {
    return core_.is_settled() && !failure_ && !has_met_full_disk_ && !unit_is_open_;
  }

  // Of a step of the sweep, which takes some tens of microseconds.
  static constexpr size_t kSweptKeysMax = 16;

  // A page of what commands have left behind; false where nothing is left.
  bool collect();
  // So much that more might find no room.
  bool has_much_garbage() const { return collector_.has_much_garbage(); }
  // A page of keys whose time has come, where there is an index of them; false where none has.
  bool sweep();
  // A page of the scheduled scan of one database or another; false where none is due now.
  bool scan();
  const gc::Collector& collector() const { return collector_; }
  // A page of the walk by which a new process learns how many keys there are; false where it knows.
  bool count_page();
  bool knows_counts() const;
  // From now on the last process' knowledge of them is of no use to another one.
  void begin_to_serve();
  // What it knows of them, to the next process, when all that is written is on the disk. Throws
  // CommandError with the reason alone.
  void leave_counts();

  // Gathered writes that had better be committed at once.
  bool wants_flush() const;
  // So many that nothing more should be gathered beside them.
  bool has_gathered_much() const;
  // How many times commands have written something that is gathered.
  uint64_t commits_gathered() const { return pending_.commit_count(); }
  // Whether a commit is likely to take long.
  bool is_held_up() const { return store_.may_hold_writes_up(); }
  size_t gathered_bytes() const { return pending_.byte_count(); }
  // Commits what was gathered, and waits for what departed. If one of them fails, nothing is
  // committed any more before take_failure().
  void flush();
  bool has_failed() const { return failure_.has_value(); }
  // Since a commit has met a full disk, until one that is looked at would not.
  bool refuses_writes() const { return has_met_full_disk_; }
  // Why nothing may be written now at all; null where that may be tried.
  const ports::StoreError* refusal_of_writes() const { return write_refusal_.now(); }
  // Why nothing may be written now but what erases, if so: a commit has been refused for it, and
  // the next that is looked at would be.
  std::optional<ports::StoreError> lack_of_space();
  // Then nothing of it has happened as far as this process goes on, nor of what was gathered since.
  std::optional<ports::StoreError> take_failure();

  // What was gathered is committed by another thread; nothing may be on that way already, nor have
  // failed.
  void depart();
  // Whether arrive() would wait.
  bool has_arrived() const { return !committer_.is_under_way() || committer_.is_done(); }
  // False where it has arrived. Else the bell rings then.
  bool ring_at_arrival() { return committer_.is_under_way() && committer_.ring_when_done(); }
  Bell& bell_of_arrival() { return committer_.bell(); }
  // Waits for what departed. False: it failed; then as for flush().
  bool arrive();

  // While a script runs, or a request rests, that has not committed what it read and wrote, others
  // are heard: what they commit is no sign that what began before them is committed.
  void set_unit_open(bool is_open) { unit_is_open_ = is_open; }
  bool has_open_unit() const { return unit_is_open_; }

  // Makes what was flushed safe from a loss of power, and lets compactions leave out what is
  // garbage by then. From any thread. Throws StoreError.
  void settle() { store_.settle(flushed_ms_.load()); }

 private:
  class WallClock final : public ports::Clock {
   public:
    int64_t now_ms() override;
  };
  class MachineSteadyClock final : public ports::SteadyClock {
   public:
    int64_t elapsed_ms() override;
  };
  class MachineRandom final : public ports::Random {
   public:
    MachineRandom();
    uint64_t next() override { return engine_(); }

   private:
    std::mt19937_64 engine_;
  };

  Bytes counts_path() const { return dir_ + "/keemun.keys"; }
  // All that commands have written until then is flushed, once what is gathered is.
  int64_t gathered_until_ms() { return unit_is_open_ ? flushed_ms_.load() : core_.now_ms(); }

  const Bytes dir_;
  const bool never_waits_;  // for the disk, who shares
  WallClock wall_clock_;
  MachineSteadyClock steady_clock_;
  OnwardClock clock_{wall_clock_, steady_clock_};
  ThreadTurn turn_;
  MachineRandom random_;
  const TableHash table_hash_;  // another one in each process
  rocks::RocksStore store_;
  DeferringStore reads_;
  keyspace::PendingStore pending_;
  session::Core core_;
  ToldExpiries told_expiries_;
  gc::Collector collector_;
  const bool has_scans_;                 // rows that nobody reaches are found by scanning
  size_t swept_count_;                   // namespaces that the collector knows
  std::atomic<int64_t> flushed_ms_ = 0;  // the time of commands when all of them were flushed
  int64_t departed_ms_ = 0;
  bool unit_is_open_ = false;
  bool has_met_full_disk_ = false;
  WriteRefusal write_refusal_;
  bool departed_has_failed_ = false;
  std::optional<ports::StoreError> failure_;
  CommitThread committer_;  // ends before what it uses
};

}  // namespace keemun::server
