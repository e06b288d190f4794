// For what is held for a microsecond or little more: to sleep would take longer than to wait.
#pragma once

#include <atomic>
#include <thread>

namespace keemun::rocks {

class BriefLock {
 public:
  void lock() {
    while (is_held_.test_and_set(std::memory_order_acquire)) {
      for (int looks = 0; is_held_.test(std::memory_order_relaxed); ++looks) {
        constexpr int kLooksMax = 64;  // its holder may not be running
        if (looks >= kLooksMax) std::this_thread::yield();
      }
    }
  }
  void unlock() { is_held_.clear(std::memory_order_release); }

 private:
  std::atomic_flag is_held_;
};

}  // namespace keemun::rocks
