// Threads that wait for the disk so that the one that runs commands need not. Nobody looks at what
// they read: it is in the memory of the store afterwards.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "server/net/bell.h"

namespace keemun::server {

class ReadThreads {
 public:
  explicit ReadThreads(size_t count);
  // Reads that have not begun never do.
  ~ReadThreads();
  ReadThreads(const ReadThreads&) = delete;
  ReadThreads& operator=(const ReadThreads&) = delete;

  // The reads throw nothing, and run on other threads, side by side.
  void begin(uint64_t client, std::vector<std::function<void()>> reads);
  // Can be read as long as there is somebody to take.
  const Descriptor& bell() const { return bell_.descriptor(); }
  // Clients whose reads have ended, all of them.
  std::vector<uint64_t> take_ended();

 private:
  struct Job {
    uint64_t client = 0;
    std::function<void()> read;
    std::shared_ptr<size_t> left;  // of the client's, guarded
  };

  void work();
  void end();

  Bell bell_;
  std::mutex mutex_;
  std::condition_variable has_jobs_;
  std::deque<Job> jobs_;
  std::vector<uint64_t> ended_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace keemun::server
