// Whether the engine is likely to hold writes up: it writes out and compacts more slowly than they
// come, or it is writing out, and the next write may be the one that there is no more room for.
//
// The engine tells of it from its own threads. Of a write-out that fails it tells no end, only of
// an error, and not whose: after one, those that had begun are not counted any more.
#pragma once

#include <rocksdb/listener.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <utility>

namespace keemun::rocks {

class StallWatch final : public rocksdb::EventListener {
 public:
  void OnStallConditionsChanged(const rocksdb::WriteStallInfo& info) override {
    using Condition = rocksdb::WriteStallCondition;
    const int before = info.condition.prev != Condition::kNormal ? 1 : 0;
    const int now = info.condition.cur != Condition::kNormal ? 1 : 0;
    stalled_families_ += now - before;
  }
  void OnFlushBegin(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& info) override {
    const std::lock_guard lock(mutex_);
    flushes_.insert(number_of(info));
    flushes_count_ = flushes_.size();
  }
  void OnFlushCompleted(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& info) override {
    const std::lock_guard lock(mutex_);
    flushes_.erase(number_of(info));
    flushes_count_ = flushes_.size();
  }
  void OnBackgroundError(rocksdb::BackgroundErrorReason /*reason*/,
                         rocksdb::Status* /*error*/) override {
    const std::lock_guard lock(mutex_);
    flushes_.clear();
    flushes_count_ = 0;
  }

  bool may_hold_writes_up() const { return stalled_families_ > 0 || flushes_count_ > 0; }

 private:
  using Number = std::pair<uint64_t, int>;
  static Number number_of(const rocksdb::FlushJobInfo& info) {
    return {info.thread_id, info.job_id};
  }

  std::atomic<int> stalled_families_ = 0;
  std::mutex mutex_;
  std::set<Number> flushes_;  // that have begun and not ended
  std::atomic<size_t> flushes_count_ = 0;
};

}  // namespace keemun::rocks
