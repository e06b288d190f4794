// Who decides which fiber of a thread goes on. In the simulator a seeded choice; a server resumes
// its fibers itself and has none, and nothing above can tell the two apart.
//
// A scheduler owns its fibers: it alone makes, resumes and destroys them, so that none is destroyed
// while it is ready. Everything happens on one thread; a completion that arrives on another one is
// posted to this one first.
#pragma once

#include "runtime/fiber.h"

namespace keemun::runtime {

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // `fiber` (one of this scheduler's, not ready yet) will be resumed some time after this call. It
  // is suspended, or about to suspend before it does anything else, but for goes_on(). Called from
  // anywhere on the thread; never switches.
  virtual void make_ready(Fiber& fiber) = 0;

  // Lets the current fiber's scheduler run others first. For long work, and for whoever wants every
  // interleaving.
  static void yield();

 protected:
  // Whether the current fiber, which has just been made ready, is the very next to be resumed: then
  // it goes on without a switch, and is not ready any more.
  virtual bool goes_on(Fiber& /*fiber*/) { return false; }
};

}  // namespace keemun::runtime
