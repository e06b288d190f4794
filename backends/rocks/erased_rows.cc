#include "rocks/erased_rows.h"

#include <rocksdb/experimental.h>
#include <rocksdb/perf_context.h>

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

namespace keemun::rocks {

namespace {

uint64_t marks_in_memory(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  uint64_t marks = 0;
  db.GetIntProperty(family, rocksdb::DB::Properties::kNumDeletesActiveMemTable, &marks);
  return marks;
}

bool are_all_in_first_level(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  rocksdb::ColumnFamilyMetaData files;
  db.GetColumnFamilyMetaData(family, &files);
  return std::all_of(files.levels.begin(), files.levels.end(),
                     [](const auto& one) { return one.level == 0 || one.files.empty(); });
}

rocksdb::CompactRangeOptions at_once(std::atomic<bool>& is_ending) {
  rocksdb::CompactRangeOptions how;
  how.exclusive_manual_compaction = false;
  // Else a file that overlaps no other is moved to the last level as it is.
  how.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  how.canceled = &is_ending;
  return how;
}

// Files of the last level that are marks for the most part: those that overlapped no other were
// moved there as they were, and the engine compacts nothing there by itself.
std::vector<ErasedRowsMet::Range> mostly_marks_at_the_bottom(rocksdb::DB& db,
                                                             const ErasedRows::Scanned& scanned) {
  constexpr size_t kFilesMax = 4;  // at once
  rocksdb::ColumnFamilyMetaData files;
  db.GetColumnFamilyMetaData(scanned.family, &files);
  const auto last = std::find_if(files.levels.rbegin(), files.levels.rend(),
                                 [](const auto& one) { return !one.files.empty(); });
  std::vector<ErasedRowsMet::Range> found;
  if (last == files.levels.rend() || last->level == 0) return found;
  for (const rocksdb::SstFileMetaData& file : last->files) {
    const bool overlaps = file.smallestkey < scanned.end && file.largestkey >= scanned.begin;
    if (!overlaps || file.num_deletions <= file.num_entries / 2) continue;
    found.push_back({file.smallestkey, file.largestkey});
    if (found.size() == kFilesMax) break;
  }
  return found;
}

void compact_the_bottom(rocksdb::DB& db, const ErasedRows::Scanned& scanned,
                        std::atomic<bool>& is_ending) {
  for (const ErasedRowsMet::Range& range : mostly_marks_at_the_bottom(db, scanned)) {
    const rocksdb::Slice begin(range.begin);
    const rocksdb::Slice end(range.end);
    db.CompactRange(at_once(is_ending), scanned.family, &begin, &end).PermitUncheckedError();
  }
}

// The engine takes a suggestion for files above those of the last level that has any. Where that is
// the first there are few files, and they are compacted here.
void compact(rocksdb::DB& db, const ErasedRows::Scanned& scanned, std::atomic<bool>& is_ending) {
  const rocksdb::Slice begin(scanned.begin);
  const rocksdb::Slice end(scanned.end);
  if (!are_all_in_first_level(db, scanned.family)) {
    rocksdb::experimental::SuggestCompactRange(&db, scanned.family, &begin, &end)
        .PermitUncheckedError();
    return;
  }
  db.CompactRange(at_once(is_ending), scanned.family, &begin, &end).PermitUncheckedError();
}

// What a snapshot sees is kept, and where that is moved to the last level with its mark behind it,
// it stays there. What was durable last is seen for a second; a disk that stalls makes it more, and
// so does a compaction that goes by it.
void await_older_snapshots(rocksdb::DB& db, const std::atomic<bool>& is_ending) {
  constexpr int kLooks = 300;
  constexpr std::chrono::milliseconds kPause{100};
  const uint64_t now = db.GetLatestSequenceNumber();
  for (int i = 0; i < kLooks && !is_ending; ++i) {
    uint64_t oldest = 0;
    db.GetIntProperty(rocksdb::DB::Properties::kOldestSnapshotSequence, &oldest);
    if (oldest == 0 || oldest >= now) return;
    std::this_thread::sleep_for(kPause);
  }
}

void write_out(rocksdb::DB& db, const ErasedRows::Scanned& scanned, std::atomic<bool>& is_ending) {
  if (marks_in_memory(db, scanned.family) >= scanned.worth_a_file) {
    rocksdb::FlushOptions flush;
    flush.allow_write_stall = true;
    db.Flush(flush, scanned.family).PermitUncheckedError();
  }
  compact_the_bottom(db, scanned, is_ending);
  if (!scanned.is_compacted_soon) compact(db, scanned, is_ending);
}

}  // namespace

ErasedRowsMet::ErasedRowsMet(const BlockWitness::Watch& blocks, bool is_reverse)
    : blocks_(blocks),
      is_reverse_(is_reverse),
      level_before_(rocksdb::GetPerfLevel()),
      marks_before_(marks()),
      hidden_before_(hidden()),
      marks_at_last_step_(marks_before_) {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
}

uint64_t ErasedRowsMet::marks() {
  return rocksdb::get_perf_context()->internal_delete_skipped_count;
}

uint64_t ErasedRowsMet::hidden() {
  return rocksdb::get_perf_context()->internal_key_skipped_count;
}

// A mark stands before the row that was erased. Of a name that comes and goes again more stand
// behind it: the engine steps over eight and seeks then, two microseconds for all. What was written
// over, and is there, is not meant.
bool ErasedRowsMet::are_many() const {
  constexpr uint64_t kStepsMax = 8;
  constexpr uint64_t kMarksOfAStep = 7;
  const uint64_t met = marks() - marks_before_;
  const uint64_t behind = std::max(hidden() - hidden_before_, met) - met;
  return met + kMarksOfAStep * std::min(behind, kStepsMax * met) > kMarksMax;
}

uint64_t ErasedRowsMet::step() {
  const uint64_t unpacked = std::exchange(unpacked_at_last_step_, blocks_.unpacked_bytes());
  const uint64_t met = std::exchange(marks_at_last_step_, marks());
  if (is_reverse_ && met == marks_at_last_step_) return 0;
  return unpacked_at_last_step_ - unpacked;
}

void ErasedRowsMet::have_held(uint64_t bytes, BytesView low, BytesView high) {
  if (large_bytes_ == 0 || low < large_.begin) large_.begin = low;
  if (large_bytes_ == 0 || high > large_.end) large_.end = high;
  large_bytes_ += bytes;
}

void ErasedRows::met(rocksdb::DB& db, std::vector<Scanned> scanned) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  const auto now = Clock::now();
  const auto is_done = [this] {
    return being_written_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  if (now < next_ || (being_written_.valid() && !is_done())) return;
  // A compaction that is asked for takes all that is youngest with it.
  const bool asks_for_compaction = std::any_of(
      scanned.begin(), scanned.end(), [](const Scanned& one) { return !one.is_compacted_soon; });
  next_ = now + std::chrono::seconds(asks_for_compaction ? 10 : 1);
  try {
    being_written_ = std::async(std::launch::async, [this, &db, all = std::move(scanned)] {
      await_older_snapshots(db, is_ending_);
      for (const Scanned& one : all) {
        if (!is_ending_) write_out(db, one, is_ending_);
      }
    });
  } catch (const std::system_error&) {  // no thread: another time
  }
}

void ErasedRows::write_out_old(rocksdb::DB& db,
                               const std::vector<rocksdb::ColumnFamilyHandle*>& families) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (now < next_round_) return;
  next_round_ = now + wait_max_;
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;
  for (rocksdb::ColumnFamilyHandle* family : families) {
    if (marks_in_memory(db, family) > 0) db.Flush(flush, family).PermitUncheckedError();
  }
}

void ErasedRows::finish() {
  is_ending_ = true;
  const std::lock_guard lock(mutex_);
  if (being_written_.valid()) being_written_.wait();
}

}  // namespace keemun::rocks
