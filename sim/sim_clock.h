// Clocks that go where they are told.
#pragma once

#include <cstdint>

#include "ports/clock.h"

namespace keemun::sim {

class SimClock final : public ports::Clock {
 public:
  explicit SimClock(int64_t start_ms) : now_ms_(start_ms) {}

  int64_t now_ms() override { return now_ms_; }
  void set(int64_t now_ms) { now_ms_ = now_ms; }
  void advance(int64_t by_ms) { now_ms_ += by_ms; }

 private:
  int64_t now_ms_;
};

class SimSteadyClock final : public ports::SteadyClock {
 public:
  int64_t elapsed_ms() override { return elapsed_ms_; }
  void pass(int64_t ms) { elapsed_ms_ += ms; }

 private:
  int64_t elapsed_ms_ = 0;
};

}  // namespace keemun::sim
