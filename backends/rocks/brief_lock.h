// For what is held for less than a microsecond: to sleep would take longer than to wait.
#pragma once

#include <atomic>
#include <thread>

namespace keemun::rocks {

class BriefLock {
 public:
  void lock() {
    for (int tries = 0; is_held_.test_and_set(std::memory_order_acquire); ++tries) {
      constexpr int kTriesMax = 64;  // its holder may not be running
      if (tries >= kTriesMax) std::this_thread::yield();
    }
  }
  void unlock() { is_held_.clear(std::memory_order_release); }

 private:
  std::atomic_flag is_held_;
};

}  // namespace keemun::rocks
