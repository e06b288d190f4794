#include "server/store/onward_clock.h"

#include <algorithm>

namespace keemun::server {

namespace {

// Threads that ask at once may hear of each other's time before their own.
constexpr int64_t kNoStepMs = 10;

}  // namespace

int64_t OnwardClock::now_ms() {
  const int64_t system_ms = system_.now_ms();
  const int64_t latest_ms = raise_to(system_ms);
  return latest_ms - system_ms < kNoStepMs ? latest_ms : go_on();
}

int64_t OnwardClock::ahead_ms() {
  return std::max<int64_t>(now_ms() - system_.now_ms(), 0);
}

int64_t OnwardClock::raise_to(int64_t ms) {
  int64_t latest_ms = latest_ms_.load(std::memory_order_relaxed);
  while (ms > latest_ms && !latest_ms_.compare_exchange_weak(latest_ms, ms)) {
  }
  return std::max(latest_ms, ms);
}

int64_t OnwardClock::go_on() {
  const std::lock_guard lock(mutex_);
  const int64_t elapsed_ms = steady_.elapsed_ms();
  if (const int64_t latest_ms = latest_ms_.load(); latest_ms != said_ms_) {
    // It went with the system's until now.
    began_at_elapsed_ms_ = elapsed_ms;
    began_at_ms_ = latest_ms;
  }
  said_ms_ = raise_to(began_at_ms_ + (elapsed_ms - began_at_elapsed_ms_) * 9 / 10);
  return said_ms_;
}

}  // namespace keemun::server
