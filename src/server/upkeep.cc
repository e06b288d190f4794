#include "server/upkeep.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"
#include "base/number_text.h"
#include "ports/store_error.h"
#include "server/net/output_limits.h"

namespace keemun::server {

namespace {

constexpr double kScanPagesDueMax = 1000;
constexpr auto kScanningTimeMax = std::chrono::milliseconds(3);  // of every tick

}  // namespace

Upkeep::Upkeep(State& state)
    : state_(state), work_(state), settles_(state.settings.wal_sync != "no") {
  syncer_ = std::make_unique<WalSyncer>([this] {
    try {
      if (settles_) return state_.hosted.settle();
      state_.hosted.store().stop_settling();
      state_.hosted.store().write_out_erased_rows();
    } catch (const ports::StoreError& error) {
      const std::lock_guard lock(failed_sync_mutex_);
      failed_sync_ = error.text();
    }
  });
}

void Upkeep::tick() {
  next_tick_ = Clock::now() + std::chrono::milliseconds(kTickMs);
  Statistics& statistics = state_.statistics;
  statistics.command_rate.sample(statistics.commands_processed);
  statistics.in_rate.sample(statistics.bytes_in);
  statistics.out_rate.sample(statistics.bytes_out);
  settles_ = state_.settings.wal_sync != "no";
  state_.memory_limit.look(state_.settings.maxmemory, state_.now_ms());
  look_at_clock();
  look_at_disk();
  look_at_failures();
  tell_failed_sync();
  look_at_saves(state_.now_ms());
  close_clients(state_.now_ms());
  scan_pages_due_ += static_cast<double>(state_.settings.gc_scan_pages_per_second * kTickMs) / 1000;
  scan_pages_due_ = std::min(scan_pages_due_, kScanPagesDueMax);
  time_left_ = kScanningTimeMax;
  is_nothing_due_ = false;
  were_chores_left_ = true;
  if (may_change()) do_chores();
}

void Upkeep::look_at_disk() {
  // That there seems to be space is told once a write was taken.
  const bool is_full =
      state_.hosted.refuses_writes() || (was_refusing_writes_ && state_.last_commit_failed);
  if (std::exchange(was_refusing_writes_, is_full) == is_full) return;
  state_.log.warning(is_full ? "The disk is full: writes are refused"
                             : "The disk has space again: writes are taken");
}

// Once the rest is over it tries, whatever else has failed meanwhile.
void Upkeep::look_at_failures() {
  constexpr auto kRest = std::chrono::seconds(1);
  const bool has_failed = state_.failed_commits != failures_seen_;
  failures_seen_ = state_.failed_commits;
  const auto now = Clock::now();
  if (rests_after_failure_) {
    rests_after_failure_ = now < rests_until_;
  } else if (has_failed) {
    rests_after_failure_ = true;
    rests_until_ = now + kRest;
  }
}

// Whoever relies on a time of day, as EXPIREAT does, wants to know where ours is another.
void Upkeep::look_at_clock() {
  constexpr int64_t kWorthTellingMs = 1000;
  const int64_t ahead_ms = state_.hosted.clock().ahead_ms();
  if ((ahead_ms >= kWorthTellingMs) == is_ahead_of_system_) return;
  is_ahead_of_system_ = !is_ahead_of_system_;
  state_.log.warning(
      is_ahead_of_system_
          ? "The system's clock has stepped back, and is " + format_int64(ahead_ms) +
                " ms behind the time that keys expire by: that goes on, a tenth slower, until it "
                "is reached"
          : "The system's clock has reached the time that keys expire by");
}

void Upkeep::close_clients(int64_t now_ms) {
  constexpr int64_t kMsPerSecond = 1000;
  constexpr int64_t kRestsAfterMs = 2 * kMsPerSecond;
  const Settings& settings = state_.settings;
  state_.unread_bytes = 0;
  for (auto& [id, client] : state_.clients) {
    const size_t unread = client->parser.unread_bytes();
    state_.unread_bytes += unread;
    // Who was not read from, since all of them had sent too much, may be now.
    if (unread > Client::kUntakenBytesMax) state_.has_news.push_back(id);
    const bool listens = client->is_subscribed() || state_.monitors.contains(id);
    const int64_t silent_ms = now_ms - client->active_ms;
    if (!client->has_parsed) client->parser.trim();
    if (!client->has_parsed && silent_ms > kRestsAfterMs) client->parser.rest();
    const bool may_time_out = settings.timeout_s > 0 && !listens && !client->awaits_something();
    if (may_time_out && silent_ms > settings.timeout_s * kMsPerSecond) state_.drop(*client);
    if (client->lingers_until_ms && *client->lingers_until_ms <= now_ms) state_.drop(*client);
    if (is_over_output_limit(state_, *client)) close_for_its_output(state_, *client);
  }
}

void Upkeep::look_at_saves(int64_t now_ms) {
  Saves& saves = state_.saves;
  saves.look(now_ms);
  if (!saves.is_scheduled() || saves.is_under_way()) return;
  try {
    saves.begin(now_ms);
  } catch (const ports::StoreError&) {  // the log has it
  }
}

// The next commit tells the clients; but there may be none for long.
void Upkeep::tell_failed_sync() {
  std::unique_lock lock(failed_sync_mutex_);
  const std::optional<Bytes> why = std::exchange(failed_sync_, std::nullopt);
  lock.unlock();
  if (why) failures_.tell(state_.log, "What was written could not be made durable: " + *why);
}

void Upkeep::count_and_scan() {
  const auto begin = Clock::now();
  const auto has_time = [&] { return Clock::now() - begin < time_left_; };
  work_.do_unless_waiting("Scanning for garbage", [&] {
    while (has_time() && state_.hosted.count_page()) {
    }
    // Where there is only space for what erases, it would have that fail beside it: it notes how
    // far it has come.
    if (state_.hosted.lack_of_space()) return;
    for (; scan_pages_due_ >= 1 && has_time(); --scan_pages_due_) {
      if (!state_.hosted.scan()) break;
    }
  });
  time_left_ -= std::min(time_left_, Clock::now() - begin);
}

void Upkeep::do_slice() {
  const auto begin = Clock::now();
  if (!pace_.is_due(begin)) {
    count_for_clients(kSliceTimeMin);
    return pace_.note_wait(Clock::now() - begin);
  }
  look_at_failures();
  const gc::Collector& collector = state_.hosted.collector();
  const auto time =
      pace_.begin(begin, std::max(collector.sweep_behind_ms(), collector.queue_behind_ms()));
  if (is_count_awaited_) count_for_clients(time);
  if (is_sweeping_ && may_change()) sweep(time);
  pace_.end(Clock::now());
}

// Who asked is told by his own request what cannot be read.
void Upkeep::count_for_clients(Clock::duration time) {
  const auto end = Clock::now() + time;
  const bool has_ended = work_.do_unless_waiting("Counting keys", [&] {
    while (is_count_awaited_ && Clock::now() < end) is_count_awaited_ = state_.hosted.count_page();
  });
  if (!has_ended && !work_.is_waiting()) is_count_awaited_ = false;
}

void Upkeep::sweep(Clock::duration time) {
  const auto end = Clock::now() + time;
  HostedCore& hosted = state_.hosted;
  const bool has_ended = work_.do_unless_waiting("Sweeping expired keys and garbage", [&] {
    is_sweeping_ = true;
    while (is_sweeping_ && Clock::now() < end) {
      const bool sweeps_first = turns_of_sweep_.is_next(hosted.has_much_garbage());
      is_sweeping_ =
          sweeps_first ? sweep_due() || hosted.collect() : hosted.collect() || sweep_due();
    }
  });
  if (!has_ended && !work_.is_waiting()) is_sweeping_ = false;
}

bool Upkeep::sweep_due() {
  if (is_nothing_due_) return false;
  const bool has_swept = state_.hosted.sweep();
  is_nothing_due_ = !has_swept;
  return has_swept;
}

void Upkeep::do_chores() {
  work_.begins_anew();
  were_chores_left_ = false;
  is_turn_of_sweep_first_ = !is_turn_of_sweep_first_;
  if (is_turn_of_sweep_first_) sweep(kSliceTimeMin);
  count_and_scan();
  if (!is_turn_of_sweep_first_) sweep(kSliceTimeMin);
}

void Upkeep::finish() {
  syncer_.reset();
  state_.hosted.store().sync_now();
}

}  // namespace keemun::server
