// How RocksDB's write-ahead logs follow one another.
//
// A log is on the disk before the next one takes writes: else a loss of power could take the end of
// the one and leave the other, and what is found then is no prefix of what was written. RocksDB
// syncs it later, and reads the next one behind such a gap.
//
// On a disk that has room for no further file it cannot begin another log, and that is the one
// want of space that it does not recover from: it takes no write until it is opened again. So an
// empty file is kept beside its own, and becomes the log that could not be made.
//
// Where the system has no descriptor left for a log or a table, it is told to try again: else that,
// too, would be an error that ends all writes until it is opened again.
//
// And it may not be asked to sync a log that a write has failed on: it would end the process (an
// assertion of Debian's build). What was written before is synced past it, and it is told that logs
// cannot be synced by any thread but the one that writes.
#pragma once

#include <rocksdb/file_system.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/bytes.h"
#include "base/descriptor.h"
#include "rocks/synced_lengths.h"

namespace keemun::rocks {

inline constexpr BytesView kSpareLogName = "keemun.spare";

// The files of the system, of which logs in this directory are made so.
class LogFiles final : public rocksdb::FileSystemWrapper {
 public:
  // Throws StoreError where it cannot open the directory. Whatever else there is to do with files
  // is left to `base`.
  LogFiles(const Bytes& dir, std::shared_ptr<SyncedLengths> lengths,
           std::shared_ptr<rocksdb::FileSystem> base);

  const char* Name() const override { return "KeemunLogFiles"; }
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* made,
                                    rocksdb::IODebugContext* debug) override;

  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* opened,
                                      rocksdb::IODebugContext* debug) override;

  // The last log that the engine began to read, which does not say where it met damage.
  std::string last_read();
  // All that was written to logs is safe from a loss of power then. From any thread.
  rocksdb::IOStatus sync();
  // How often it was; those that the engine asks for are not counted here.
  uint64_t syncs() const { return syncs_; }

 private:
  // It stays open: once it has begun no other descriptor is needed to sync it.
  struct Log {
    Log(std::string its_path, Descriptor its_file);
    const std::string path;
    const Descriptor file;
    bool is_in_synced_directory = false;
    bool has_failed = false;  // the system tells each descriptor of a lost write once
  };

  rocksdb::IOStatus make_spare() const;  // where there is none
  std::shared_ptr<Log> last_log();
  rocksdb::IOStatus sync(Log& log);

  const std::string dir_;
  const Descriptor directory_;
  const std::string spare_;
  const std::shared_ptr<SyncedLengths> lengths_;
  std::mutex syncing_;
  std::mutex mutex_;
  std::shared_ptr<Log> last_log_;  // they are begun one after another
  std::string last_read_;
  std::atomic<uint64_t> syncs_ = 0;
};

}  // namespace keemun::rocks
