// A fiber: a callable that runs to its end on a stack of its own and may suspend on the way. What
// it calls is plain synchronous code; only what waits for something suspends.
//
//   new --resume()--> running --return or throw--> done
//                     running --suspend()--> suspended --resume()--> running
//
// resume() is called by the host (a scheduler's loop, or another fiber: fibers nest) and comes back
// when the fiber suspends or ends. An exception that leaves the callable leaves that resume().
//
// Destroying a fiber drops it. If it never ran, its callable is destroyed. If it is suspended, its
// stack is unwound: suspend() throws FiberDropped, destructors run, nothing else does. Hence, for
// all code that may run on a fiber:
//   * `catch (...)` rethrows; a fiber that swallows FiberDropped fails a CHECK;
//   * no suspend() in a destructor or below a noexcept function (it ends the process when dropped).
//
// A fiber is pinned: its stack points to it. It belongs to the thread that made it and never leaves
// it, and so do its stack pool and its scheduler, which outlive it. The only thread-local state is
// the pointer to the current fiber. Exceptions in flight or being handled belong to each stack.
#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <new>
#include <utility>

#include "runtime/exception_state.h"
#include "runtime/fiber_stack_pool.h"
#include "runtime/switch_annotations.h"

namespace keemun::runtime {

class Scheduler;

// Unwinds a dropped fiber. Not a std::exception, so that nobody takes it for an error.
class FiberDropped {
 private:
  friend class Fiber;
  FiberDropped() = default;
};

class Fiber {
 public:
  // `scheduler` is who makes this fiber ready after it waited; none for a fiber that only its maker
  // resumes. Throws std::bad_alloc when there is no stack, and what copying `body` throws.
  template <std::invocable Body>
  Fiber(FiberStackPool& stacks, Body body, Scheduler* scheduler = nullptr)
      : Fiber(stacks.take(), scheduler) {
    static_assert(sizeof(Body) <= kBodyBytesMax, "large captures belong into memory of their own");
    // Aligned: the top is a page's end, and a type's size is a multiple of its alignment.
    body_ = new (stack_.top() - sizeof(Body)) Body(std::move(body));
    run_body_ = [](void* place) { std::invoke(*static_cast<Body*>(place)); };
    destroy_body_ = [](void* place) noexcept { static_cast<Body*>(place)->~Body(); };
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  // The fiber must not be running, or waiting for a fiber that it resumed itself.
  ~Fiber();

  // The fiber must be new or suspended.
  void resume();

  bool done() const { return state_ == State::kDone; }
  Scheduler* scheduler() const { return scheduler_; }

  // The innermost fiber that runs on this thread, or nullptr: then nothing may wait here.
  static Fiber* current() noexcept;
  // Goes back to whoever resumed the current fiber; returns at the next resume().
  static void suspend();

 private:
  enum class State : unsigned char { kNew, kRunning, kSuspended, kDone };
  static constexpr size_t kBodyBytesMax = 2048;

  Fiber(FiberStack stack, Scheduler* scheduler) noexcept;

  void switch_to_fiber() noexcept;
  void switch_to_host(State why) noexcept;
  void run_to_the_end() noexcept;
  void release() noexcept;

  FiberStack stack_;
  void* body_ = nullptr;  // lies at the top of the stack
  void (*run_body_)(void* body) = nullptr;
  void (*destroy_body_)(void* body) noexcept = nullptr;
  Scheduler* const scheduler_;
  void* const thread_;                  // identifies the thread it was made on
  void* fiber_context_ = nullptr;       // where the fiber goes on
  void* host_context_ = nullptr;        // where the host goes on
  ExceptionState sleeping_exceptions_;  // of the one of the two that does not run
  SwitchAnnotations annotations_;
  std::exception_ptr failure_;  // what left the callable
  State state_ = State::kNew;
  bool dropping_ = false;

  friend struct FiberEntry;
};

}  // namespace keemun::runtime
