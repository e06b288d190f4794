#include "rocks/erased_rows.h"

#include <rocksdb/perf_context.h>

#include <system_error>

namespace keemun::rocks {

namespace {

constexpr uint64_t kMetMax = 20'000;  // some 0.7 ms
// Those that lie in files are not met less often for it.
constexpr uint64_t kInMemoryMin = kMetMax / 2;

bool is_worth_it(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  using Properties = rocksdb::DB::Properties;
  uint64_t erased = 0;
  uint64_t waiting = 0;  // to be written out already: another one could hold up writes
  db.GetIntProperty(family, Properties::kNumDeletesActiveMemTable, &erased);
  db.GetIntProperty(family, Properties::kNumImmutableMemTable, &waiting);
  return erased >= kInMemoryMin && waiting == 0;
}

void write_out(rocksdb::DB& db, const ErasedRows::Families& families) {
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;
  for (rocksdb::ColumnFamilyHandle* family : families) {
    if (is_worth_it(db, family)) db.Flush(flush, family).PermitUncheckedError();
  }
}

}  // namespace

ErasedRowsMet::ErasedRowsMet()
    : level_before_(rocksdb::GetPerfLevel()), counted_before_(counted()) {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
}

uint64_t ErasedRowsMet::counted() {
  return rocksdb::get_perf_context()->internal_delete_skipped_count;
}

void ErasedRows::met(rocksdb::DB& db, const Families& families, uint64_t count) {
  if (count < kMetMax || families.empty()) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  constexpr auto kPeriod = std::chrono::seconds(1);
  const auto now = std::chrono::steady_clock::now();
  const auto is_done = [this] {
    return being_written_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  if (now < next_ || (being_written_.valid() && !is_done())) return;
  next_ = now + kPeriod;
  try {
    being_written_ = std::async(std::launch::async, [&db, families] { write_out(db, families); });
  } catch (const std::system_error&) {  // no thread: another time
  }
}

void ErasedRows::finish() {
  const std::lock_guard lock(mutex_);
  if (being_written_.valid()) being_written_.wait();
}

}  // namespace keemun::rocks
