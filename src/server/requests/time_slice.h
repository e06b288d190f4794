// How long a request keeps others waiting. One that runs on a fiber rests when its time is over,
// and goes on with another slice; one that does not is broken off, to be begun anew on a fiber.
//
// It is looked at where the core lets others come in between (ThreadTurn), before its readings
// first of all, and between pieces of an answer: who does neither for long keeps them waiting so
// long.
#pragma once

#include <chrono>

namespace keemun::server {

// In the place of a reading, or of more of what takes long without one. Whoever is broken off has
// left nothing behind, for a command only gathers what it writes until it is done.
class TakesLong {};

class TimeSlice {
 public:
  using Clock = std::chrono::steady_clock;

  // As long as it lives it is this thread's, or this fiber's. It began then, and is so long before
  // it rests, for another one, or is broken off.
  TimeSlice(Clock::time_point began, Clock::duration length)
      : length_(length), until_(began + length) {
    count_anew();
    current_ = this;
  }
  TimeSlice(const TimeSlice&) = delete;
  TimeSlice& operator=(const TimeSlice&) = delete;
  ~TimeSlice() { current_ = nullptr; }

  // Nothing where nobody runs whose time is counted.
  static void look() {
    if (current_ != nullptr && --current_->looks_left_ == 0) current_->look_at_clock();
  }

 private:
  // Most requests are done before they have cost a look at the clock.
  void count_anew() {
    constexpr int kLooksForOne = 4;
    looks_left_ = length_ == Clock::duration::zero() ? 1 : kLooksForOne;
  }
  void look_at_clock();

  static inline thread_local TimeSlice* current_ = nullptr;

  const Clock::duration length_;
  Clock::time_point until_;
  int looks_left_ = 0;
};

}  // namespace keemun::server
