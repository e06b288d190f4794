// Something that happens once, and fibers that wait for it: the answer of a store, a gate that
// comes free, a commit that is done.
//
//   Event answered;                            // on the stack of the fiber that asks
//   client.get(key, [&] { ...; answered.set(); });
//   answered.wait();                           // other fibers run meanwhile
//
// Fibers go on in the order in which they began to wait. A fiber that is dropped while it waits is
// forgotten by the event; whoever holds a pointer to an event on that fiber's stack must be told by
// a destructor there (a pending completion unregisters). The event may be destroyed as soon as
// set() has returned; one that dies with fibers waiting is a lost wake-up and fails a CHECK.
#pragma once

#include "runtime/fiber.h"
#include "runtime/link_queue.h"

namespace keemun::runtime {

class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  bool is_set() const { return set_; }

  // Returns at once if set; else suspends the current fiber, which must exist and have a scheduler.
  void wait();

  // At most once. Makes the waiting fibers ready; never switches.
  void set();

 private:
  struct Waiter : QueueLink<Waiter> {
    explicit Waiter(Fiber& waiting) : fiber(waiting) {}

    Fiber& fiber;
    bool woken = false;
  };

  LinkQueue<Waiter> waiters_;
  bool set_ = false;
};

}  // namespace keemun::runtime
