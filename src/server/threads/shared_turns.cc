#include "server/threads/shared_turns.h"

#include <algorithm>

namespace keemun::server {

SharedTurns::SharedTurns(IoThreads threads) : threads_(threads), sharing_(threads.all - 1) {}

void SharedTurns::begin(std::chrono::nanoseconds each_before) {
  constexpr int kTurnsRemembered = 8;
  each_ += (each_before - each_) / kTurnsRemembered;
}

size_t SharedTurns::helpers_for(size_t clients) const {
  constexpr std::chrono::nanoseconds kLong = std::chrono::microseconds(50);
  constexpr size_t kClientsOfEach = 2;  // fewer are served sooner than a thread is called
  if (clients < 2) return 0;
  if (each_ >= kLong) return std::min(threads_.all, clients) - 1;
  return clients < kClientsOfEach * threads_.of_light_turns ? 0 : threads_.of_light_turns - 1;
}

}  // namespace keemun::server
