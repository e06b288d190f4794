#include "rocks/stall_watch.h"

#include <gtest/gtest.h>

namespace keemun::rocks {
namespace {

rocksdb::FlushJobInfo flush(uint64_t thread, int job) {
  rocksdb::FlushJobInfo info{};
  info.thread_id = thread;
  info.job_id = job;
  return info;
}

TEST(StallWatch, KnowsOfWritesOutThatAreUnderWay) {
  StallWatch watch;
  EXPECT_FALSE(watch.may_hold_writes_up());
  watch.OnFlushBegin(nullptr, flush(1, 7));
  watch.OnFlushBegin(nullptr, flush(2, 8));
  watch.OnFlushCompleted(nullptr, flush(1, 7));
  EXPECT_TRUE(watch.may_hold_writes_up());
  watch.OnFlushCompleted(nullptr, flush(2, 8));
  EXPECT_FALSE(watch.may_hold_writes_up());
}

// A table that cannot be written is told in other words than a log that cannot be synced.
TEST(StallWatch, WaitsForNoneThatHasFailedWhateverTheReason) {
  using Reason = rocksdb::BackgroundErrorReason;
  for (const Reason reason :
       {Reason::kFlush, Reason::kFlushNoWAL, Reason::kManifestWrite, Reason::kManifestWriteNoWAL}) {
    StallWatch watch;
    watch.OnFlushBegin(nullptr, flush(1, 7));
    watch.OnFlushBegin(nullptr, flush(2, 8));
    watch.OnBackgroundError(reason, nullptr);
    EXPECT_FALSE(watch.may_hold_writes_up());
    watch.OnFlushCompleted(nullptr, flush(2, 8));
    EXPECT_FALSE(watch.may_hold_writes_up());
    watch.OnFlushBegin(nullptr, flush(1, 9));
    EXPECT_TRUE(watch.may_hold_writes_up());
  }
}

TEST(StallWatch, KnowsOfFamiliesThatAreHeldUp) {
  using Condition = rocksdb::WriteStallCondition;
  StallWatch watch;
  rocksdb::WriteStallInfo info;
  info.condition = {Condition::kDelayed, Condition::kNormal};
  watch.OnStallConditionsChanged(info);
  EXPECT_TRUE(watch.may_hold_writes_up());
  info.condition = {Condition::kStopped, Condition::kDelayed};
  watch.OnStallConditionsChanged(info);
  EXPECT_TRUE(watch.may_hold_writes_up());
  info.condition = {Condition::kNormal, Condition::kStopped};
  watch.OnStallConditionsChanged(info);
  EXPECT_FALSE(watch.may_hold_writes_up());
}

}  // namespace
}  // namespace keemun::rocks
