// Rows that were erased leave marks, in memory until that is written into files and there until
// these are compacted; a scan steps over all of them, and unpacks what large rows held to get past
// them, as it does where such rows were written over. One that met much has it written out and
// compacted. Without it a server whose keys come and
// go takes longer for every SCAN or RANDOMKEY, and one with a set that was large once for every
// SMEMBERS, until its write buffers have been full some times.
//
// No compaction sees marks that are in memory, and the rows under them keep their place on the
// disk: where nobody scans, and little is written, marks are written out by time.
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
#include "rocks/block_witness.h"

namespace keemun::rocks {

// What a scan of this thread has met of erased rows, while it lives.
class ErasedRowsMet {
 public:
  // So many are stepped over in some 0.7 ms.
  static constexpr uint64_t kMarksMax = 20'000;
  // So much is unpacked in about the same time.
  static constexpr uint64_t kBytesMax = 1'000'000;

  struct Range {
    Bytes begin;
    Bytes end;
  };

  ErasedRowsMet(const BlockWitness::Watch& blocks, bool is_reverse);
  ~ErasedRowsMet() { rocksdb::SetPerfLevel(level_before_); }
  ErasedRowsMet(const ErasedRowsMet&) = delete;
  ErasedRowsMet& operator=(const ErasedRowsMet&) = delete;

  // The bytes that were unpacked since the last step. Backwards they may be those of the row to
  // come: there they are told only where marks were met.
  uint64_t step();
  // So many of them were no row's that the scan has come to.
  void have_held(uint64_t bytes, BytesView low, BytesView high);
  bool are_many() const;
  // Where those are that held much, if there are any.
  const Range* large_ones() const { return large_bytes_ > kBytesMax ? &large_ : nullptr; }

 private:
  static uint64_t marks();
  // Versions of rows that later ones hide.
  static uint64_t hidden();

  const BlockWitness::Watch& blocks_;
  const bool is_reverse_;
  const rocksdb::PerfLevel level_before_;
  const uint64_t marks_before_;
  const uint64_t hidden_before_;
  uint64_t marks_at_last_step_;
  uint64_t unpacked_at_last_step_ = 0;
  uint64_t large_bytes_ = 0;
  Range large_;
};

class ErasedRows {
 public:
  using Clock = std::chrono::steady_clock;

  // So long marks wait in memory at most.
  explicit ErasedRows(std::chrono::milliseconds wait_max)
      : wait_max_(wait_max), next_round_(Clock::now() + wait_max) {}

  struct Scanned {
    rocksdb::ColumnFamilyHandle* family;
    Bytes begin;
    Bytes end;
    uint64_t worth_a_file;   // so many marks in memory
    bool is_compacted_soon;  // without being asked for
  };
  // After a scan of these that met much. Another thread does what there is to do, which takes its
  // time. Any thread may call it.
  void met(rocksdb::DB& db, std::vector<Scanned> scanned);
  // Once a second. The engine writes in threads of its own: nobody waits.
  void write_out_old(rocksdb::DB& db, const std::vector<rocksdb::ColumnFamilyHandle*>& families);
  // Waits for the file that is being written, and breaks off what else there is to do: before the
  // engine ends.
  void finish();

 private:
  const std::chrono::milliseconds wait_max_;
  std::mutex mutex_;
  Clock::time_point next_;
  Clock::time_point next_round_;  // of those that are old
  std::future<void> being_written_;
  std::atomic<bool> is_ending_ = false;
};

}  // namespace keemun::rocks
