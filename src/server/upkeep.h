// What a server does by itself, ten times a second: closes clients that are idle or take too
// little, collects garbage, counts keys and commands. And, on a thread of its own, makes commits
// durable.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "server/deferring_store.h"
#include "server/state.h"
#include "server/wal_syncer.h"

namespace keemun::server {

class Upkeep {
 public:
  static constexpr int64_t kTickMs = 100;

  // The state outlives it.
  explicit Upkeep(State& state);

  bool is_due() { return state_.now_ms() >= next_tick_ms_; }
  // Clients that it closes are gone at the end of the turn.
  void tick();

  // Whether keys wait whose time has come: then the sweep has a slice of every millisecond, and
  // what is left of that belongs to clients.
  bool is_sweeping() const { return is_sweeping_; }
  bool is_slice_due() const {
    return is_sweeping_ && !waits_for_disk_ && Clock::now() >= next_slice_ && !state_.is_paused();
  }
  void sweep_slice();

  // What it was broken off for, by the disk, if it was; it goes on when that is in memory.
  std::optional<ColdRead> take_cold_read() { return std::exchange(cold_read_, std::nullopt); }
  void go_on();

  // Everything that was committed is on disk when it returns; there is no further tick.
  void finish();

 private:
  void close_clients(int64_t now_ms);
  // What commands left, for a few milliseconds; and the scheduled scan, as fast as it may go. Not
  // while clients are paused: then nothing changes.
  void collect_garbage();
  // Both, each the first by turns: where every read is of the disk, the first is all that is done.
  void collect_and_sweep();
  // Calls `work`, which throws StoreError, unless the disk is being waited for. Whether it came to
  // its end.
  template <typename Work>
  bool do_unless_waiting(const char* what, Work&& work);

  using Clock = std::chrono::steady_clock;

  State& state_;
  std::unique_ptr<WalSyncer> syncer_;
  bool is_sweeping_ = false;
  Clock::time_point next_slice_;
  int64_t next_tick_ms_ = 0;
  double scan_pages_due_ = 0;
  Clock::duration time_left_ = {};  // of the tick, for collecting
  std::optional<ColdRead> cold_read_;
  bool waits_for_disk_ = false;
  bool is_turn_of_sweep_ = false;
  int cold_reads_in_a_row_ = 0;
};

}  // namespace keemun::server
