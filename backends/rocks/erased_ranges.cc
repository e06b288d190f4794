#include "rocks/erased_ranges.h"

namespace keemun::rocks {

namespace {

constexpr std::chrono::milliseconds kInterval{500};

}  // namespace

void ErasedRanges::erased_one(rocksdb::ColumnFamilyHandle* family) {
  const std::lock_guard lock(mutex_);
  families_.insert(family);
  has_any_ = true;
}

void ErasedRanges::write_out_if_due(rocksdb::DB& db) {
  if (!has_any_) return;
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;
  for (rocksdb::ColumnFamilyHandle* family : families_) {
    db.Flush(flush, family).PermitUncheckedError();
  }
  families_.clear();
  has_any_ = false;
}

}  // namespace keemun::rocks
