#include "runtime/switch_annotations.h"

#include <sanitizer/common_interface_defs.h>
#include <sanitizer/tsan_interface.h>

#include "runtime/fiber_stack_pool.h"
#include "runtime/sanitizers.h"

namespace keemun::runtime {

void SwitchAnnotations::leave_host(const FiberStack& stack) noexcept {
  if constexpr (kAddressSanitizer) {
    __sanitizer_start_switch_fiber(&host_fake_stack_, stack.bottom(), stack.bytes());
  }
  if constexpr (kThreadSanitizer) {
    if (fiber_handle_ == nullptr) fiber_handle_ = __tsan_create_fiber(0);
    host_handle_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber_handle_, 0);
  }
}

void SwitchAnnotations::arrive_in_fiber() noexcept {
  if constexpr (kAddressSanitizer) {
    // Asked each time: the next resume may come from another host's stack.
    __sanitizer_finish_switch_fiber(fiber_fake_stack_, &host_bottom_, &host_bytes_);
  }
}

void SwitchAnnotations::leave_fiber(bool for_good) noexcept {
  if constexpr (kAddressSanitizer) {
    void** const kept = for_good ? nullptr : &fiber_fake_stack_;
    __sanitizer_start_switch_fiber(kept, host_bottom_, host_bytes_);
  }
  if constexpr (kThreadSanitizer) {
    __tsan_switch_to_fiber(host_handle_, 0);
  }
}

void SwitchAnnotations::arrive_in_host() noexcept {
  if constexpr (kAddressSanitizer) {
    __sanitizer_finish_switch_fiber(host_fake_stack_, nullptr, nullptr);
  }
}

void SwitchAnnotations::forget() noexcept {
  if constexpr (kThreadSanitizer) {
    if (fiber_handle_ != nullptr) __tsan_destroy_fiber(fiber_handle_);
    fiber_handle_ = nullptr;
  }
}

}  // namespace keemun::runtime
