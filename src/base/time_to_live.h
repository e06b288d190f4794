// When the time of a key is over: not while the clock still shows the millisecond that it was
// given, as in Redis. A key that is to live 100 ms lives no less.
#pragma once

#include <cstdint>

namespace keemun {

constexpr bool time_is_over(int64_t expire_at_ms, int64_t now_ms) {
  return expire_at_ms < now_ms;
}

}  // namespace keemun
