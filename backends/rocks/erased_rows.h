// Rows that were erased stay in memory, each with a mark of its own, until that is written into
// files; a scan steps over all of them. One that met many has them written out: the files that come
// of it are mostly of erased rows and are compacted soon. Without it a server whose keys come and
// go takes longer for every SCAN or RANDOMKEY, until its write buffers are full.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>

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
  // After a scan of these families that met so many. Waits for nothing; any thread may call it.
  void met(rocksdb::DB& db, std::span<rocksdb::ColumnFamilyHandle* const> families, uint64_t count);

 private:
  std::atomic<std::chrono::steady_clock::duration> written_out_at_{};
};

}  // namespace keemun::rocks
