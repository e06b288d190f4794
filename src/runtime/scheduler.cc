#include "runtime/scheduler.h"

#include "base/check.h"

namespace keemun::runtime {

void Scheduler::yield() {
  Fiber* const fiber = Fiber::current();
  CHECK(fiber != nullptr);
  Scheduler* const scheduler = fiber->scheduler();
  CHECK(scheduler != nullptr);
  scheduler->make_ready(*fiber);
  if (!scheduler->goes_on(*fiber)) Fiber::suspend();
}

}  // namespace keemun::runtime
