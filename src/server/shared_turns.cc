#include "server/shared_turns.h"

#include <algorithm>

namespace keemun::server {

SharedTurns::SharedTurns(IoThreads threads) : threads_(threads), sharing_(threads.all - 1) {}

void SharedTurns::begin(size_t clients, std::chrono::nanoseconds spent_before) {
  constexpr int kTurnsRemembered = 8;
  if (clients_ > 0) {
    const auto spent_on_each = spent_before / static_cast<int64_t>(clients_);
    on_each_ += (spent_on_each - on_each_) / kTurnsRemembered;
  }
  clients_ = clients;
}

size_t SharedTurns::helpers_for(size_t clients) const {
  constexpr std::chrono::nanoseconds kLong = std::chrono::microseconds(50);
  constexpr size_t kClientsOfEach = 2;  // fewer are served sooner than a thread is called
  if (clients < 2) return 0;
  if (on_each_ >= kLong) return std::min(threads_.all, clients) - 1;
  return clients < kClientsOfEach * threads_.of_light_turns ? 0 : threads_.of_light_turns - 1;
}

}  // namespace keemun::server
