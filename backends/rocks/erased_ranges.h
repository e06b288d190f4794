// A range that was erased is one mark in memory. Each read that is the first behind a new one puts
// all of them in order again: with six thousand it takes 1.8 ms. So they are written into a file
// before they are that many, where they are in order once.
#pragma once

#include <rocksdb/db.h>

#include <cstdint>
#include <map>
#include <mutex>

namespace keemun::rocks {

class ErasedRanges {
 public:
  // So many cost a read some 0.3 ms.
  static constexpr int kInMemoryMax = 1000;

  // A commit has erased one in this family. Any thread may call it.
  void erased_one(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family);

 private:
  std::mutex mutex_;
  std::map<uint32_t, int> since_written_;  // by the number of the family
};

}  // namespace keemun::rocks
