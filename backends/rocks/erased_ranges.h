// A range that was erased is one mark in memory, and costs reads until it is written into a file:
// each that is the first behind a new one puts all of them in order again (1.8 ms for six
// thousand), and each scan that comes near steps over every row under it that is in memory, too
// (2.4 ms for thirty thousand). So a family in which ranges were erased is written out, twice a
// second at most.
#pragma once

#include <rocksdb/db.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>

namespace keemun::rocks {

class ErasedRanges {
 public:
  // A commit has erased one in this family.
  void erased_one(rocksdb::ColumnFamilyHandle* family);
  // After each commit, and once a second: some may have been too early then. The engine writes in
  // threads of its own: nobody waits.
  void write_out_if_due(rocksdb::DB& db);

 private:
  std::atomic<bool> has_any_ = false;
  std::mutex mutex_;
  std::set<rocksdb::ColumnFamilyHandle*> families_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace keemun::rocks
