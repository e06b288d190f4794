#include "server/threads/read_threads.h"

#include <system_error>
#include <utility>

#include "server/threads/this_thread.h"

namespace keemun::server {

ReadThreads::ReadThreads(size_t count) {
  threads_.reserve(count);
  try {
    for (size_t i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    end();
    throw;
  }
}

ReadThreads::~ReadThreads() {
  end();
}

void ReadThreads::end() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  has_jobs_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ReadThreads::begin(uint64_t client, std::vector<std::function<void()>> reads) {
  const auto left = std::make_shared<size_t>(reads.size());
  for (std::function<void()>& read : reads) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back({client, std::move(read), left});
    }
    has_jobs_.notify_one();
  }
}

std::vector<uint64_t> ReadThreads::take_ended() {
  bell_.still();
  const std::lock_guard lock(mutex_);
  return std::exchange(ended_, {});
}

void ReadThreads::work() {
  name_this_thread("read-threads");
  std::unique_lock lock(mutex_);
  while (true) {
    has_jobs_.wait(lock, [this] { return is_over_ || !jobs_.empty(); });
    if (is_over_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job.read();
    lock.lock();
    if (--*job.left > 0) continue;
    ended_.push_back(job.client);
    if (ended_.size() == 1) bell_.ring();
  }
}

}  // namespace keemun::server
