#include "runtime/event.h"

#include "base/check.h"
#include "runtime/scheduler.h"

namespace keemun::runtime {

void Event::wait() {
  if (set_) return;
  Fiber* const fiber = Fiber::current();
  CHECK(fiber != nullptr);
  CHECK(fiber->scheduler() != nullptr);
  Waiter waiter(*fiber);
  waiters_.push_back(waiter);
  Fiber::suspend();
  CHECK(waiter.woken);  // else somebody resumed a fiber that was not ready
}

void Event::set() {
  CHECK(!set_);
  set_ = true;
  while (!waiters_.empty()) {
    Waiter& waiter = waiters_.pop_front();
    waiter.woken = true;
    waiter.fiber.scheduler()->make_ready(waiter.fiber);
  }
}

}  // namespace keemun::runtime
