#include "rocks/erased_ranges.h"

namespace keemun::rocks {

void ErasedRanges::erased_one(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  {
    const std::lock_guard lock(mutex_);
    int& count = since_written_[family->GetID()];
    if (++count < kInMemoryMax) return;
    count = 0;
  }
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;
  db.Flush(flush, family).PermitUncheckedError();
}

}  // namespace keemun::rocks
