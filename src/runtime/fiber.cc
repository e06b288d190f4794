#include "runtime/fiber.h"

#include <boost/context/detail/fcontext.hpp>

#include "base/check.h"

namespace keemun::runtime {

namespace context = boost::context::detail;

namespace {

// Safe to keep across a switch, as a fiber comes back on the thread that it left.
constinit thread_local Fiber* current_fiber = nullptr;

}  // namespace

// The bottom frame of each fiber's stack. It is never returned from, so nothing here has a
// destructor.
struct FiberEntry {
  [[noreturn]] static void enter(context::transfer_t host) noexcept {
    Fiber& fiber = *static_cast<Fiber*>(host.data);
    fiber.host_context_ = host.fctx;
    fiber.annotations_.arrive_in_fiber();
    fiber.run_to_the_end();
    fiber.switch_to_host(Fiber::State::kDone);
    check_failed("a fiber that is done was entered again", __FILE__, __LINE__);
  }
};

Fiber::Fiber(FiberStack stack, Scheduler* scheduler) noexcept
    : stack_(std::move(stack)), scheduler_(scheduler), thread_(&current_fiber) {}

Fiber::~Fiber() {
  CHECK(state_ != State::kRunning);
  if (body_ == nullptr) return;
  if (state_ == State::kSuspended) {
    dropping_ = true;
    switch_to_fiber();
    CHECK(state_ == State::kDone);
  } else {
    release();
  }
}

void Fiber::resume() {
  CHECK(state_ == State::kNew || state_ == State::kSuspended);
  switch_to_fiber();
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

Fiber* Fiber::current() noexcept {
  return current_fiber;
}

void Fiber::suspend() {
  Fiber* const self = current_fiber;
  CHECK(self != nullptr);
  CHECK(!self->dropping_);  // else somebody swallowed FiberDropped
  self->switch_to_host(State::kSuspended);
  if (self->dropping_) throw FiberDropped();
}

// Runs on the host's stack, before and after the switch.
void Fiber::switch_to_fiber() noexcept {
  CHECK(thread_ == &current_fiber);
  if (state_ == State::kNew) {
    const auto room = static_cast<size_t>(static_cast<char*>(body_) - stack_.bottom());
    fiber_context_ = context::make_fcontext(body_, room, &FiberEntry::enter);
  }
  Fiber* const host = std::exchange(current_fiber, this);
  state_ = State::kRunning;
  sleeping_exceptions_.swap_with_thread();
  annotations_.leave_host(stack_);
  fiber_context_ = context::jump_fcontext(fiber_context_, this).fctx;
  annotations_.arrive_in_host();
  sleeping_exceptions_.swap_with_thread();
  current_fiber = host;
  if (state_ == State::kDone) release();
}

// Runs on the fiber's stack, before and after the switch.
void Fiber::switch_to_host(State why) noexcept {
  state_ = why;
  annotations_.leave_fiber(why == State::kDone);
  host_context_ = context::jump_fcontext(host_context_, nullptr).fctx;
  annotations_.arrive_in_fiber();
}

void Fiber::run_to_the_end() noexcept {
  try {
    run_body_(body_);
    CHECK(!dropping_);  // else somebody swallowed FiberDropped
  } catch (const FiberDropped&) {
    CHECK(dropping_);
  } catch (...) {
    CHECK(!dropping_);  // else somebody replaced FiberDropped by another exception
    failure_ = std::current_exception();
  }
}

void Fiber::release() noexcept {
  annotations_.forget();
  destroy_body_(std::exchange(body_, nullptr));
  stack_ = FiberStack();
}

}  // namespace keemun::runtime
