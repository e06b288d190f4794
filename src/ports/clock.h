// The doors to time.
#pragma once

#include <cstdint>

namespace keemun::ports {

// The time of day. May stand still and may step back: nobody below the host relies on more than
// that it is about right.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual int64_t now_ms() = 0;  // since the epoch, never negative
  // A host whose threads ask at once has one that does not: it stands still in the place of that.
  virtual bool may_step_back() const { return true; }
};

// How long things take: never stands still and never steps. Two of them begin at different moments
// and run equally fast, but for a tenth.
class SteadyClock {
 public:
  virtual ~SteadyClock() = default;
  virtual int64_t elapsed_ms() = 0;
};

}  // namespace keemun::ports
