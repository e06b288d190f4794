// When the upkeep has its slices beside clients, and how long they are: in proportion to the time
// that clients take, which is not that in which they want nothing. So who asks little is not held
// up by a processor that is busy with what nobody waits for, nor by a store that it keeps busy; and
// once nobody has wanted anything for a while all the time is for the upkeep.
#pragma once

#include <chrono>
#include <cstdint>

namespace keemun::server {

inline constexpr auto kSliceTimeMin = std::chrono::microseconds(250);

// How long a slice is behind so much time of clients: a third of it, and as much as theirs where
// the keys that go had their time long before, or what commands have left waits for as long.
std::chrono::nanoseconds slice_time(std::chrono::nanoseconds of_clients, int64_t behind_ms);

class SlicePace {
 public:
  using Clock = std::chrono::steady_clock;

  // The server has waited so long for anybody to want something.
  void note_wait(Clock::duration waited) {
    waited_ += waited;
    quiet_ += waited;
  }
  // Somebody does.
  void note_clients() { quiet_ = {}; }

  // Nobody has wanted anything for a while.
  bool is_quiet() const { return quiet_ >= kQuiet; }
  bool is_due(Clock::time_point now) const { return is_quiet() || now >= next_; }

  // A slice begins, and has so much time.
  std::chrono::nanoseconds begin(Clock::time_point now, int64_t behind_ms) {
    next_ = now + kPeriod;
    return slice_time(now - last_end_ - waited_, behind_ms);
  }
  void end(Clock::time_point now) {
    last_end_ = now;
    waited_ = {};
  }

 private:
  static constexpr auto kPeriod = std::chrono::milliseconds(1);
  static constexpr auto kQuiet = std::chrono::milliseconds(20);

  Clock::time_point next_;
  Clock::time_point last_end_;
  Clock::duration waited_ = {};  // since then
  Clock::duration quiet_ = {};
};

}  // namespace keemun::server
