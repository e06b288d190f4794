#include "rocks/erased_ranges.h"

#include <rocksdb/experimental.h>

#include <iterator>

namespace keemun::rocks {

namespace {

constexpr std::chrono::milliseconds kInterval{500};
// Of ranges that are looked at for what lies under them; further ones are left to chance.
constexpr size_t kLargeMax = 256;
constexpr int kLooksMax = 6;
constexpr uint64_t kMuchBytes = uint64_t{8} << 20;

}  // namespace

// False where it is not worth while, or has been done often enough.
bool ErasedRanges::names_much(rocksdb::DB& db, const Range& range) {
  rocksdb::SizeApproximationOptions files_alone;
  files_alone.include_files = true;
  const rocksdb::Slice begin = range.begin;
  const rocksdb::Slice end = range.end;
  const rocksdb::Range asked(begin, end);
  uint64_t bytes = 0;
  const auto status = db.GetApproximateSizes(files_alone, range.family, &asked, 1, &bytes);
  if (!status.ok() || bytes < kMuchBytes || range.looks > kLooksMax) return false;
  rocksdb::experimental::SuggestCompactRange(&db, range.family, &begin, &end)
      .PermitUncheckedError();
  return true;
}

void ErasedRanges::erased_one(rocksdb::ColumnFamilyHandle* family, BytesView begin, BytesView end) {
  const std::lock_guard lock(mutex_);
  families_.insert(family);
  if (large_.size() < kLargeMax) large_.push_back({family, Bytes(begin), Bytes(end)});
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

// Not at once, since the mark is written out first; and each time it is one level farther down.
void ErasedRanges::give_back_space(rocksdb::DB& db) {
  const auto now = std::chrono::steady_clock::now();
  std::vector<Range> ranges;
  {
    const std::lock_guard lock(mutex_);
    ranges.swap(large_);
  }
  std::erase_if(ranges, [&](Range& range) {
    if (now < range.next) return false;
    range.next = now + kInterval * (2 << range.looks);
    return range.looks++ > 0 && !names_much(db, range);
  });
  const std::lock_guard lock(mutex_);
  large_.insert(large_.end(), std::make_move_iterator(ranges.begin()),
                std::make_move_iterator(ranges.end()));
}

}  // namespace keemun::rocks
