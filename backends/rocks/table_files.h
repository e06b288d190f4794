// The files that RocksDB keeps rows in, opened so that a read can be told not to wait for the disk.
//
// The engine itself only knows whether a block is in its own cache; most of what is not there is in
// the memory of the system, which answers in microseconds. So it is the system that is asked. Where
// the file system cannot tell (tmpfs, some that lie over others), reads wait as always.
//
// What the engine makes of a block that it is refused is worth nothing, whatever its status says
// (rocks/block_witness.h tells why): whoever reads has to ask was_refused(). And a table that it
// cannot open goes wrong for ever, so that whatever is opened on the way is read at once, be it on
// the disk or not.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/options.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace keemun::rocks {

class TableFiles {
 public:
  // Whatever else there is to do with files is left to `base`.
  explicit TableFiles(std::shared_ptr<rocksdb::FileSystem> base);

  // For the options of an engine, which this outlives.
  rocksdb::Env* env() const { return env_.get(); }

  // A read without the disk, with these options. Any number of threads may read at once: what one
  // is refused may count for others.
  class Reading {
   public:
    explicit Reading(TableFiles& files);

    const rocksdb::ReadOptions& options() const { return options_; }
    // Whether it was refused anything since it began.
    bool was_refused() const { return files_.refusals_ != refusals_before_; }

   private:
    TableFiles& files_;
    const uint64_t refusals_before_;
    rocksdb::ReadOptions options_;
  };

 private:
  friend class TableFile;

  std::atomic<int64_t> readings_ = 0;  // that have begun
  std::atomic<uint64_t> refusals_ = 0;
  const std::unique_ptr<rocksdb::Env> env_;
};

}  // namespace keemun::rocks
