// A thread that commits, one batch after another, while the thread of the server goes on.
//
//   begin()  ...  wait()      one at a time; what `commit` touches is nobody else's in between, but
//                             for reading what it too only reads
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>

#include "ports/store_error.h"
#include "server/net/bell.h"

namespace keemun::server {

class CommitThread {
 public:
  // `commit` throws nothing but StoreError.
  explicit CommitThread(std::function<void()> commit);
  ~CommitThread();
  CommitThread(const CommitThread&) = delete;
  CommitThread& operator=(const CommitThread&) = delete;

  void begin();
  bool is_under_way() const { return step_.load(std::memory_order_relaxed) != Step::kIdle; }
  bool is_done() const { return step_.load(std::memory_order_acquire) == Step::kDone; }
  // False where it is done. Else the bell rings then.
  bool ring_when_done();
  Bell& bell() { return bell_; }
  // Until it is done, and how it ended. Only after a begin().
  std::optional<ports::StoreError> wait();

 private:
  enum class Step : uint8_t { kIdle, kBegun, kDone, kStopping };

  void work();

  std::function<void()> commit_;
  std::optional<ports::StoreError> error_;
  std::atomic<Step> step_ = Step::kIdle;
  std::atomic<bool> is_awaited_ = false;  // by who listens to the bell
  Bell bell_;
  std::thread thread_;
};

}  // namespace keemun::server
