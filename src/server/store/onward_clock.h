// The time of day as the core sees it: it never steps back, for what has expired may be gone.
//
// Where the system's clock steps back, this one goes on, a tenth slower than time does, until the
// other has caught up: a key that is given a second then lasts 1.1, and what it was ahead by goes
// within ten times as long. (To stand still instead would keep every lock that is taken meanwhile.)
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "ports/clock.h"

namespace keemun::server {

class OnwardClock final : public ports::Clock {
 public:
  // Both outlive it.
  OnwardClock(ports::Clock& system, ports::SteadyClock& steady)
      : system_(system), steady_(steady) {}

  // From any thread.
  int64_t now_ms() override;
  bool may_step_back() const override { return false; }
  // By how much it is ahead of the system's.
  int64_t ahead_ms();

 private:
  // The latest time that was said, which is now this one at least.
  int64_t raise_to(int64_t ms);
  int64_t go_on();

  ports::Clock& system_;
  ports::SteadyClock& steady_;
  std::atomic<int64_t> latest_ms_ = 0;

  std::mutex mutex_;
  // While it goes on by itself: since when, and what it said then and last.
  int64_t began_at_elapsed_ms_ = 0;
  int64_t began_at_ms_ = 0;
  int64_t said_ms_ = 0;
};

}  // namespace keemun::server
