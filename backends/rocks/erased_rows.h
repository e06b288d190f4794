// Rows that were erased leave marks, in memory until that is written into files and there until
// these are compacted; a scan steps over all of them. One that met many has them written out and
// compacted. Without it a server whose keys come and go takes longer for every SCAN or RANDOMKEY,
// and one with a set that was large once for every SMEMBERS, until its write buffers have been full
// some times.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <mutex>
#include <vector>

#include "base/bytes.h"

namespace keemun::rocks {

// How many erased rows this thread steps over while it lives.
class ErasedRowsMet {
 public:
  ErasedRowsMet();
  ~ErasedRowsMet() { rocksdb::SetPerfLevel(level_before_); }
  ErasedRowsMet(const ErasedRowsMet&) = delete;
  ErasedRowsMet& operator=(const ErasedRowsMet&) = delete;

  uint64_t count() const { return counted() - counted_before_; }

 private:
  static uint64_t counted();

  const rocksdb::PerfLevel level_before_;
  const uint64_t counted_before_;
};

class ErasedRows {
 public:
  // So many are stepped over in some 0.7 ms.
  static constexpr uint64_t kMetMax = 20'000;

  struct Scanned {
    rocksdb::ColumnFamilyHandle* family;
    Bytes begin;
    Bytes end;
    bool is_compacted_soon;  // what is mostly of erased rows, in this family
  };
  // After a scan of these that met more. Another thread does what there is to do, which takes its
  // time. Any thread may call it.
  void met(rocksdb::DB& db, std::vector<Scanned> scanned);
  // Waits for it, and breaks off what takes long: before the engine ends.
  void finish();

 private:
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_;
  std::future<void> being_written_;
  std::atomic<bool> is_ending_ = false;
};

}  // namespace keemun::rocks
