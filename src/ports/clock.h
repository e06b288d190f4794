// The door to time. May stand still and may step back: nobody below the host relies on more than
// that it is about right.
#pragma once

#include <cstdint>

namespace keemun::ports {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual int64_t now_ms() = 0;  // since the epoch, never negative
};

}  // namespace keemun::ports
