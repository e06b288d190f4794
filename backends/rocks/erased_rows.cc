#include "rocks/erased_rows.h"

#include <rocksdb/experimental.h>
#include <rocksdb/perf_context.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace keemun::rocks {

namespace {

bool is_worth_a_file(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  uint64_t erased = 0;
  db.GetIntProperty(family, rocksdb::DB::Properties::kNumDeletesActiveMemTable, &erased);
  return erased >= ErasedRows::kMetMax / 2;
}

void write_out(rocksdb::DB& db, const ErasedRows::Scanned& scanned) {
  if (is_worth_a_file(db, scanned.family)) {
    rocksdb::FlushOptions flush;
    flush.allow_write_stall = true;
    db.Flush(flush, scanned.family).PermitUncheckedError();
  }
  if (scanned.is_compacted_soon) return;
  const rocksdb::Slice begin(scanned.begin);
  const rocksdb::Slice end(scanned.end);
  rocksdb::experimental::SuggestCompactRange(&db, scanned.family, &begin, &end)
      .PermitUncheckedError();
}

}  // namespace

ErasedRowsMet::ErasedRowsMet()
    : level_before_(rocksdb::GetPerfLevel()), counted_before_(counted()) {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
}

uint64_t ErasedRowsMet::counted() {
  return rocksdb::get_perf_context()->internal_delete_skipped_count;
}

void ErasedRows::met(rocksdb::DB& db, std::vector<Scanned> scanned) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  const auto now = std::chrono::steady_clock::now();
  const auto is_done = [this] {
    return being_written_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  if (now < next_ || (being_written_.valid() && !is_done())) return;
  // A compaction that is asked for takes all that is youngest with it.
  const bool asks_for_compaction = std::any_of(
      scanned.begin(), scanned.end(), [](const Scanned& one) { return !one.is_compacted_soon; });
  next_ = now + std::chrono::seconds(asks_for_compaction ? 10 : 1);
  try {
    being_written_ = std::async(std::launch::async, [&db, all = std::move(scanned)] {
      for (const Scanned& one : all) write_out(db, one);
    });
  } catch (const std::system_error&) {  // no thread: another time
  }
}

void ErasedRows::finish() {
  const std::lock_guard lock(mutex_);
  if (being_written_.valid()) being_written_.wait();
}

}  // namespace keemun::rocks
