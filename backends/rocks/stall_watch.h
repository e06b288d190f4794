// Whether the engine is likely to hold writes up: it writes out and compacts more slowly than they
// come, or it is writing out, and the next write may be the one that there is no more room for.
#pragma once

#include <rocksdb/listener.h>

#include <atomic>

namespace keemun::rocks {

class StallWatch final : public rocksdb::EventListener {
 public:
  void OnStallConditionsChanged(const rocksdb::WriteStallInfo& info) override {
    using Condition = rocksdb::WriteStallCondition;
    const int before = info.condition.prev != Condition::kNormal ? 1 : 0;
    const int now = info.condition.cur != Condition::kNormal ? 1 : 0;
    stalled_families_ += now - before;
  }
  void OnFlushBegin(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& /*info*/) override {
    ++flushes_;
  }
  void OnFlushCompleted(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& /*info*/) override {
    --flushes_;
  }
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                         rocksdb::Status* /*error*/) override {
    if (reason == rocksdb::BackgroundErrorReason::kFlush) flushes_ = 0;  // it does not complete
  }

  bool may_hold_writes_up() const { return stalled_families_ > 0 || flushes_ > 0; }

 private:
  std::atomic<int> stalled_families_ = 0;
  std::atomic<int> flushes_ = 0;
};

}  // namespace keemun::rocks
