#include "server/requests/time_slice.h"

#include "runtime/fiber.h"

namespace keemun::server {

void TimeSlice::look_at_clock() {
  count_anew();
  if (Clock::now() < until_) return;
  if (runtime::Fiber::current() == nullptr) throw TakesLong();
  current_ = nullptr;  // others have their own
  runtime::Fiber::suspend();
  current_ = this;
  until_ = Clock::now() + length_;
}

}  // namespace keemun::server
