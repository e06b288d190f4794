// Rows that were erased stay in memory, each with a mark of its own, until that is written into
// files; a scan steps over all of them. One that met many has them written out: the files that come
// of it are mostly of erased rows and are compacted soon. Without it a server whose keys come and
// go takes longer for every SCAN or RANDOMKEY, until its write buffers are full.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <mutex>
#include <vector>

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
  using Families = std::vector<rocksdb::ColumnFamilyHandle*>;

  // After a scan of these families that met so many. Another thread does what there is to do, as
  // the engine lets it wait for the commit that is under way. Any thread may call it.
  void met(rocksdb::DB& db, const Families& families, uint64_t count);
  // Waits for it: before the engine ends.
  void finish();

 private:
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_;
  std::future<void> being_written_;
};

}  // namespace keemun::rocks
