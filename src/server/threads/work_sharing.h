// Threads that help the caller with many pieces of work, which do not touch each other.
//
// A round is one call of each(): whoever is called takes the next piece until none is left. A
// thread that comes late takes pieces of the next round or none; nobody waits for one that has
// none. Those that are not called for a while go to sleep.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <thread>

namespace keemun::server {

class WorkSharing {
 public:
  explicit WorkSharing(size_t helper_count);
  ~WorkSharing();
  WorkSharing(const WorkSharing&) = delete;
  WorkSharing& operator=(const WorkSharing&) = delete;

  // Calls `work` for every number below `count`, and returns when all calls have. It throws
  // nothing. So many helpers are called.
  void each(size_t count, size_t helpers, const std::function<void(size_t)>& work);

 private:
  // A round in the upper half; in the lower one how many pieces it has, or which is the next.
  using InRound = uint64_t;

  struct Helper {
    std::atomic<uint32_t> calls = 0;
    std::thread thread;
  };

  void help(const Helper& helper);
  void end();
  // Whether there was any piece left.
  bool take();

  std::atomic<InRound> pieces_ = 0;
  std::atomic<InRound> next_ = 0;
  std::atomic<uint64_t> done_ = 0;  // of the round
  uint32_t round_ = 0;
  const std::function<void(size_t)>* work_ = nullptr;
  std::atomic<bool> is_over_ = false;
  std::deque<Helper> helpers_;
};

}  // namespace keemun::server
