// What the sanitizers must be told at each switch between a host's stack and a fiber's. Without it
// AddressSanitizer takes a throw on a fiber for a wild stack pointer, and ThreadSanitizer mixes the
// call stacks. In other builds every function is empty.
//
// One per fiber, called in this order: leave_host, arrive_in_fiber, leave_fiber, arrive_in_host,
// and again; forget() once the fiber has left for good.
#pragma once

#include <cstddef>

namespace keemun::runtime {

class FiberStack;

class SwitchAnnotations {
 public:
  void leave_host(const FiberStack& stack) noexcept;
  void arrive_in_fiber() noexcept;
  void leave_fiber(bool for_good) noexcept;
  void arrive_in_host() noexcept;
  void forget() noexcept;

 private:
  // AddressSanitizer: where the host's stack lies, and the two fake stacks.
  const void* host_bottom_ = nullptr;
  size_t host_bytes_ = 0;
  void* host_fake_stack_ = nullptr;
  void* fiber_fake_stack_ = nullptr;
  // ThreadSanitizer: its handles of the two call stacks.
  void* host_handle_ = nullptr;
  void* fiber_handle_ = nullptr;
};

}  // namespace keemun::runtime
