// What a server does by itself. Ten times a second: closes clients that are idle or take too
// little, counts keys and commands, scans for garbage. In slices, a millisecond from one to the
// next or a turn of the clients: takes away keys whose time has come and what commands have left,
// and counts keys for who waits for that. On a thread of its own: makes commits durable.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "server/observe/rare_warning.h"
#include "server/slice_pace.h"
#include "server/state.h"
#include "server/store/wal_syncer.h"
#include "server/turns_of_sweep.h"
#include "server/unhurried_work.h"

namespace keemun::server {

class Upkeep {
  using Clock = std::chrono::steady_clock;

 public:
  static constexpr int64_t kTickMs = 100;

  // The state outlives it.
  explicit Upkeep(State& state);

  bool is_due() const { return Clock::now() >= next_tick_; }
  // Clients that it closes are gone at the end of the turn.
  void tick();

  // Whether keys wait whose time has come, or rows that commands have left, or somebody for the
  // count of keys. Then slices are for them, at the pace that clients leave; and for who waits
  // whenever nobody else wants anything, for to count only reads.
  bool has_slices() const { return is_count_awaited_ || (is_sweeping_ && may_change()); }
  SlicePace& pace() { return pace_; }
  bool is_slice_due(bool are_others_served) const {
    const bool is_for_who_waits = is_count_awaited_ && !are_others_served;
    return has_slices() && !work_.is_waiting() && (is_for_who_waits || pace_.is_due(Clock::now()));
  }
  void do_slice();

  // Somebody waits until it is known how many keys there are, or that it cannot be known.
  void await_count() { is_count_awaited_ = true; }
  bool is_count_awaited() const { return is_count_awaited_; }

  // What it was broken off for, by the disk, if it was. When that is in memory it may go on, and so
  // it may with what it could not begin: not in the middle of a client's request.
  std::optional<ColdRead> take_cold_read() { return work_.take_cold_read(); }
  void note_read() { work_.note_read(); }
  bool may_go_on() const {
    return (work_.was_broken_off() || were_chores_left_) && !work_.is_waiting() && may_change();
  }
  void go_on() { do_chores(); }

  // Everything that was committed is on disk when it returns, else it throws StoreError; there is
  // no further tick.
  void finish();

 private:
  // Nothing changes while clients are paused, and nothing by itself while a request rests, whose
  // gates it might come to; nor for a while after a commit has failed, since the next one may, and
  // takes all that is remembered along.
  bool may_change() const {
    return !state_.is_paused() && !state_.hosted.has_open_unit() && !rests_after_failure_ &&
           state_.hosted.refusal_of_writes() == nullptr;
  }
  void look_at_failures();
  void close_clients(int64_t now_ms);
  void look_at_saves(int64_t now_ms);
  // Counts keys, and goes on with the scheduled scan as fast as it may: for a few milliseconds.
  void count_and_scan();
  void count_for_clients(Clock::duration time);
  void sweep(Clock::duration time);
  // A page of keys whose time has come. Once there are none, nobody asks again before the next
  // tick: to ask reads a row of each database.
  bool sweep_due();
  // That and a sweep, each the first by turns: where every read is of the disk, the first is all
  // that is done. Not while clients are paused: then nothing changes.
  void do_chores();

  void tell_failed_sync();
  void look_at_disk();
  void look_at_clock();

  State& state_;
  UnhurriedWork work_;
  bool was_refusing_writes_ = false;  // before they ran, since one had met a full disk
  bool is_ahead_of_system_ = false;   // by the clock
  int64_t failures_seen_ = 0;         // of commits
  bool rests_after_failure_ = false;
  Clock::time_point rests_until_;
  std::mutex failed_sync_mutex_;
  std::optional<Bytes> failed_sync_;   // why, until the log has said so
  std::atomic<bool> settles_ = false;  // as wal-sync has it
  std::unique_ptr<WalSyncer> syncer_;
  bool is_sweeping_ = false;
  bool is_nothing_due_ = false;
  bool is_count_awaited_ = false;
  SlicePace pace_;
  Clock::time_point next_tick_;
  double scan_pages_due_ = 0;
  Clock::duration time_left_ = {};  // of the tick, for counting and scanning
  bool were_chores_left_ = false;   // by a tick, for nothing might change then
  bool is_turn_of_sweep_first_ = false;
  TurnsOfSweep turns_of_sweep_{HostedCore::kSweptKeysMax};  // in a slice
  RareWarning failures_;
};

}  // namespace keemun::server
