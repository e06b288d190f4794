#include "runtime/scheduler.h"

#include "base/check.h"

namespace keemun::runtime {

void Scheduler::yield() {
  Fiber* const fiber = Fiber::current();
  CHECK(fiber != nullptr);
  CHECK(fiber->scheduler() != nullptr);
  fiber->scheduler()->make_ready(*fiber);
  Fiber::suspend();
}

}  // namespace keemun::runtime
