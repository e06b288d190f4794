// Keeps a part of the disk free. Commits are refused before the disk is full, and taken again as
// soon as there is space: a write-ahead log that meets the end of the disk in the middle of a
// record leaves it open whether the record is there, and RocksDB does not write to such a log again
// (as it is built for Debian, it ends the process).
//
// Looks at the disk at every commit, which costs a microsecond: a compaction beside it may take
// what is free at any moment. Immutable; any thread may ask.
#pragma once

#include <cstddef>
#include <optional>

#include "base/bytes.h"
#include "ports/store_error.h"
#include "rocks/rocks_options.h"

namespace keemun::rocks {

class FreeSpace {
 public:
  FreeSpace(Bytes dir, size_t free_bytes_min);

  // kFull if a commit of so many bytes would leave too little; erasures, which make room, may use
  // half of what is kept free.
  std::optional<ports::StoreError> lack_for(size_t bytes, bool only_erases) const;

  // Before a checkpoint, which is made of links: for as long as it is there, what is compacted
  // takes space instead of giving some back. Throws kFull unless there is twice of what is kept
  // free.
  void claim_for_checkpoint() const;

  struct Room {
    size_t free = 0;
    size_t kept_free = 0;
  };
  // None where the disk does not say.
  std::optional<Room> bytes() const;

 private:
  const Bytes dir_;
  const size_t free_bytes_min_;
};

// Throws kUnavailable unless what is to be at the one path may be links to files in the other.
void check_can_be_linked(const Bytes& path, const Bytes& dir);

// The options with limits that leave most of a small disk to the data: write buffers, logs and what
// is kept free take no more than their shares of it, but for those of which somebody asks for more
// than usual. `options.dir` is there.
RocksOptions fitted_to_disk(RocksOptions options);

}  // namespace keemun::rocks
