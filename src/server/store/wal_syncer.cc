#include "server/store/wal_syncer.h"

#include <chrono>
#include <utility>

#include "server/threads/this_thread.h"

namespace keemun::server {

WalSyncer::WalSyncer(std::function<void()> sync)
    : sync_(std::move(sync)), thread_([this] { work(); }) {}

WalSyncer::~WalSyncer() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  stop_.notify_one();
  thread_.join();
}

void WalSyncer::work() {
  name_this_thread("wal-sync");
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, std::chrono::seconds(1), [this] { return is_stopping_; })) {
    lock.unlock();
    sync_();
    lock.lock();
  }
}

}  // namespace keemun::server
