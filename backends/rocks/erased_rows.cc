#include "rocks/erased_rows.h"

#include <rocksdb/perf_context.h>

namespace keemun::rocks {

namespace {

constexpr uint64_t kMetMax = 20'000;  // some 0.7 ms
// What lies in files already is none of memory's business.
constexpr uint64_t kInMemoryBytesMin = uint64_t{1} << 20;

uint64_t bytes_in_memory(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  uint64_t bytes = 0;
  db.GetIntProperty(family, rocksdb::DB::Properties::kCurSizeActiveMemTable, &bytes);
  return bytes;
}

}  // namespace

ErasedRowsMet::ErasedRowsMet()
    : level_before_(rocksdb::GetPerfLevel()), counted_before_(counted()) {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
}

uint64_t ErasedRowsMet::counted() {
  return rocksdb::get_perf_context()->internal_delete_skipped_count;
}

void ErasedRows::met(rocksdb::DB& db, std::span<rocksdb::ColumnFamilyHandle* const> families,
                     uint64_t count) {
  if (count < kMetMax) return;
  constexpr auto kPeriod = std::chrono::seconds(1);
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  auto last = written_out_at_.load();
  if (now - last < kPeriod || !written_out_at_.compare_exchange_strong(last, now)) return;
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;
  for (rocksdb::ColumnFamilyHandle* family : families) {
    if (bytes_in_memory(db, family) < kInMemoryBytesMin) continue;
    db.Flush(flush, family).PermitUncheckedError();
  }
}

}  // namespace keemun::rocks
