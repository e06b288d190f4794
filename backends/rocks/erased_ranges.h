// A range that was erased is one mark in memory, and costs reads until it is written into a file:
// each that is the first behind a new one puts all of them in order again (1.8 ms for six
// thousand), and each scan that comes near steps over every row under it that is in memory, too
// (2.4 ms for thirty thousand). So a family in which ranges were erased is written out, twice a
// second at most.
//
// What lies under it stays on the disk until the engine compacts those files, and it sees no reason
// to: a range that holds much is named to it, again and again, until it does not (range_looks.h).
#pragma once

#include <rocksdb/db.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <vector>

#include "base/bytes.h"
#include "rocks/range_looks.h"

namespace keemun::rocks {

class ErasedRanges {
 public:
  // A commit has erased one.
  void erased_one(rocksdb::ColumnFamilyHandle* family, BytesView begin, BytesView end);
  // After each commit, and once a second: some may have been too early then. The engine writes in
  // threads of its own: nobody waits.
  void write_out_if_due(rocksdb::DB& db);
  // Once a second, by a thread that may wait for the disk.
  void give_back_space(rocksdb::DB& db);

 private:
  struct Range {
    rocksdb::ColumnFamilyHandle* family = nullptr;
    Bytes begin;
    Bytes end;
    std::chrono::steady_clock::time_point next;
    RangeLooks looks = {};
  };

  // False: there is no reason to look at it again.
  static bool look_at(rocksdb::DB& db, Range& range);

  std::atomic<bool> has_any_ = false;
  std::mutex mutex_;
  std::set<rocksdb::ColumnFamilyHandle*> families_;
  std::chrono::steady_clock::time_point next_;
  std::vector<Range> large_;  // or that may be
};

}  // namespace keemun::rocks
