#include "rocks/erased_ranges.h"

#include <rocksdb/experimental.h>

#include <iterator>

namespace keemun::rocks {

namespace {

constexpr std::chrono::milliseconds kInterval{500};
// Of ranges that are looked at for what lies under them; further ones are left to chance.
constexpr size_t kLargeMax = 256;

bool is_compacting(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  using Properties = rocksdb::DB::Properties;
  uint64_t running = 0;
  uint64_t is_pending = 0;
  db.GetIntProperty(Properties::kNumRunningCompactions, &running);
  db.GetIntProperty(family, Properties::kCompactionPending, &is_pending);
  return running + is_pending > 0;
}

}  // namespace

bool ErasedRanges::look_at(rocksdb::DB& db, Range& range) {
  rocksdb::SizeApproximationOptions files_alone;
  files_alone.include_files = true;
  const rocksdb::Slice begin = range.begin;
  const rocksdb::Slice end = range.end;
  const rocksdb::Range asked(begin, end);
  uint64_t bytes = 0;
  if (!db.GetApproximateSizes(files_alone, range.family, &asked, 1, &bytes).ok()) return false;
  const auto next = range.looks.look(bytes, is_compacting(db, range.family));
  if (next == RangeLooks::Next::kName) {
    rocksdb::experimental::SuggestCompactRange(&db, range.family, &begin, &end)
        .PermitUncheckedError();
  }
  return next != RangeLooks::Next::kForget;
}

void ErasedRanges::erased_one(rocksdb::ColumnFamilyHandle* family, BytesView begin, BytesView end) {
  const std::lock_guard lock(mutex_);
  families_.insert(family);
  if (large_.size() < kLargeMax) {  // not at once, since the mark is written out first
    const RangeLooks looks;
    const auto next = std::chrono::steady_clock::now() + looks.interval();
    large_.push_back({family, Bytes(begin), Bytes(end), next, looks});
  }
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
  // Refused where writes are stopped: then they stay due.
  std::erase_if(families_,
                [&](rocksdb::ColumnFamilyHandle* family) { return db.Flush(flush, family).ok(); });
  has_any_ = !families_.empty();
}

void ErasedRanges::give_back_space(rocksdb::DB& db) {
  const auto now = std::chrono::steady_clock::now();
  std::vector<Range> ranges;
  {
    const std::lock_guard lock(mutex_);
    ranges.swap(large_);
  }
  std::erase_if(ranges, [&](Range& range) {
    if (now < range.next) return false;
    const bool goes_on = look_at(db, range);
    range.next = now + range.looks.interval();
    return !goes_on;
  });
  const std::lock_guard lock(mutex_);
  large_.insert(large_.end(), std::make_move_iterator(ranges.begin()),
                std::make_move_iterator(ranges.end()));
}

}  // namespace keemun::rocks
