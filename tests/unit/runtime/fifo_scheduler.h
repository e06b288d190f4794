// A scheduler for tests: fibers run in the order in which they became ready.
//
// It owns the fibers it spawned until they end or are dropped; the stack pool outlives it. The host
// calls run_one() or run_until_idle() between its own work (sockets, timers), never from one of the
// scheduler's fibers. An exception that leaves a fiber leaves the run function; that fiber is gone
// then, the others go on with the next call.
#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <utility>

#include "runtime/fiber.h"
#include "runtime/link_queue.h"
#include "runtime/scheduler.h"

namespace keemun::runtime {

class FifoScheduler final : public Scheduler {
 public:
  explicit FifoScheduler(FiberStackPool& stacks) : stacks_(stacks) {}
  FifoScheduler(const FifoScheduler&) = delete;
  FifoScheduler& operator=(const FifoScheduler&) = delete;
  // Drops all fibers.
  ~FifoScheduler() override { drop_all(); }

  // A new fiber, ready to run `body`. The reference is good until the fiber ends or is dropped.
  template <std::invocable Body>
  Fiber& spawn(Body body) {
    Task& task = tasks_.emplace_back(stacks_, std::move(body), this);
    task.position = std::prev(tasks_.end());
    make_ready(task);
    return task;
  }

  void make_ready(Fiber& fiber) override;

  // Resumes the fiber that has been ready longest; false if none is.
  bool run_one();
  // Returns when no fiber is ready; those that are alive wait for an event then.
  void run_until_idle();

  // Unwinds one fiber, or all in the order of their spawning. Whom their destructors make ready
  // does not run before drop returns.
  void drop(Fiber& fiber);
  void drop_all();

  size_t alive() const { return tasks_.size(); }
  size_t ready() const { return ready_count_; }

 private:
  struct Task : Fiber, QueueLink<Task> {
    using Fiber::Fiber;
    std::list<Task>::iterator position;
  };

  Task& task_of(Fiber& fiber) const;
  void destroy(Task& task);

  FiberStackPool& stacks_;
  std::list<Task> tasks_;
  LinkQueue<Task> ready_;
  size_t ready_count_ = 0;
};

}  // namespace keemun::runtime
