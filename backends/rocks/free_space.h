// Keeps a part of the disk free. Commits are refused before the disk is full, and taken again as
// soon as there is space: a write-ahead log that meets the end of the disk in the middle of a
// record leaves it open whether the record is there, and RocksDB does not write to such a log again
// (as it is built for Debian, it ends the process).
//
// Looks at the disk once in a while, and at every commit while space is short. Any thread may ask.
#pragma once

#include <atomic>
#include <cstddef>

#include "base/bytes.h"

namespace keemun::rocks {

class FreeSpace {
 public:
  FreeSpace(Bytes dir, size_t free_bytes_min);

  // Before a commit of so many bytes. Throws StoreError kFull if it would leave too little;
  // erasures, which make room, may use half of what is kept free.
  void claim(size_t bytes, bool only_erases);

 private:
  const Bytes dir_;
  const size_t free_bytes_min_;
  const size_t look_every_bytes_;
  std::atomic<size_t> claimed_bytes_;  // since somebody looked
  std::atomic<bool> is_short_ = false;
};

}  // namespace keemun::rocks
