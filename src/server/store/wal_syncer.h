// Once a second asks the store to make durable what was committed, and to tidy up behind it, on a
// thread of its own: a disk that is slow to answer does not hold up the clients.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace keemun::server {

class WalSyncer {
 public:
  // `sync` may be called from another thread, until this is destroyed.
  explicit WalSyncer(std::function<void()> sync);
  ~WalSyncer();
  WalSyncer(const WalSyncer&) = delete;
  WalSyncer& operator=(const WalSyncer&) = delete;

 private:
  void work();

  std::function<void()> sync_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace keemun::server
