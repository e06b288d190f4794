#include "fifo_scheduler.h"

#include "base/check.h"

namespace keemun::runtime {

void FifoScheduler::make_ready(Fiber& fiber) {
  Task& task = task_of(fiber);
  CHECK(!task.done());
  ready_.push_back(task);
  ++ready_count_;
}

bool FifoScheduler::run_one() {
  CHECK(Fiber::current() == nullptr || Fiber::current()->scheduler() != this);
  if (ready_.empty()) return false;
  Task& task = ready_.pop_front();
  --ready_count_;
  try {
    task.resume();
  } catch (...) {
    destroy(task);
    throw;
  }
  if (task.done()) destroy(task);
  return true;
}

void FifoScheduler::run_until_idle() {
  while (run_one()) {
  }
}

void FifoScheduler::drop(Fiber& fiber) {
  Task& task = task_of(fiber);
  if (task.in_queue()) {
    task.leave_queue();
    --ready_count_;
  }
  destroy(task);
}

void FifoScheduler::drop_all() {
  while (!tasks_.empty()) drop(tasks_.front());
}

FifoScheduler::Task& FifoScheduler::task_of(Fiber& fiber) const {
  CHECK(fiber.scheduler() == this);
  return static_cast<Task&>(fiber);
}

void FifoScheduler::destroy(Task& task) {
  // Out of the list before it unwinds: its destructors may spawn, or make others ready.
  std::list<Task> ended;
  ended.splice(ended.end(), tasks_, task.position);
}

}  // namespace keemun::runtime
