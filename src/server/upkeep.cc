#include "server/upkeep.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "ports/store_error.h"
#include "server/output_limits.h"

namespace keemun::server {

namespace {

constexpr double kScanPagesDueMax = 1000;

}  // namespace

Upkeep::Upkeep(State& state) : state_(state) {
  if (state_.settings.wal_sync != "everysec") return;
  syncer_ = std::make_unique<WalSyncer>([this] {
    try {
      state_.hosted.settle();
    } catch (const ports::StoreError&) {  // the next commit fails and tells the clients
    }
  });
}

void Upkeep::tick() {
  const int64_t now_ms = state_.now_ms();
  next_tick_ms_ = now_ms + kTickMs;
  Statistics& statistics = state_.statistics;
  const int64_t now_count = statistics.commands_processed;
  const int64_t since =
      std::max<int64_t>(now_count - std::exchange(commands_at_tick_, now_count), 0);
  statistics.commands_per_second = (statistics.commands_per_second * 15 + since * 10) / 16;
  state_.weigh_memory();
  close_clients(now_ms);
  collect_garbage();
  if (!is_sweeping_) sweep_slice();
}

void Upkeep::close_clients(int64_t now_ms) {
  constexpr int64_t kMsPerSecond = 1000;
  const Settings& settings = state_.settings;
  for (auto& [id, client] : state_.clients) {
    const bool may_time_out = settings.timeout_s > 0 && !client->is_subscribed() && !client->wait;
    const int64_t idle_ms = now_ms - client->active_ms;
    if (may_time_out && idle_ms > settings.timeout_s * kMsPerSecond) state_.drop(*client);
    if (!client->output.empty() && is_over_output_limit(settings, *client, now_ms)) {
      state_.drop(*client);
    }
  }
}

void Upkeep::collect_garbage() {
  constexpr auto kTimeMax = std::chrono::milliseconds(3);
  const auto begin = std::chrono::steady_clock::now();
  const auto has_time = [&] { return std::chrono::steady_clock::now() - begin < kTimeMax; };
  try {
    while (has_time() && state_.hosted.collect()) {
    }
    while (has_time() && state_.hosted.count_page()) {
    }
    scan_pages_due_ +=
        static_cast<double>(state_.settings.gc_scan_pages_per_second * kTickMs) / 1000;
    scan_pages_due_ = std::min(scan_pages_due_, kScanPagesDueMax);
    for (; scan_pages_due_ >= 1 && has_time(); --scan_pages_due_) {
      if (!state_.hosted.scan()) break;
    }
  } catch (const ports::StoreError& error) {
    state_.log.warning("Collecting garbage failed, it goes on later: " + error.text());
  }
}

void Upkeep::sweep_slice() {
  constexpr auto kPeriod = std::chrono::milliseconds(1);
  constexpr auto kTimeMax = std::chrono::microseconds(200);
  const auto begin = Clock::now();
  try {
    is_sweeping_ = true;
    while (is_sweeping_ && Clock::now() - begin < kTimeMax) is_sweeping_ = state_.hosted.sweep();
  } catch (const ports::StoreError& error) {
    is_sweeping_ = false;
    state_.log.warning("Sweeping expired keys failed, it goes on later: " + error.text());
  }
  next_slice_ = begin + kPeriod;
}

void Upkeep::finish() {
  syncer_.reset();
  state_.hosted.store().sync_now();
}

}  // namespace keemun::server
