// Files that grow, logs and manifests: what is synced of those in the directory of a store is
// noted. When they are read again, by an engine that opens, damage to them is not taken for their
// end (rocks/log_records.h), nor a log that was not written here for one of them.
#pragma once

#include <rocksdb/file_system.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "rocks/synced_lengths.h"

namespace keemun::rocks {

class GrowingFiles final : public rocksdb::FileSystemWrapper {
 public:
  GrowingFiles(const Bytes& dir, std::shared_ptr<SyncedLengths> lengths);

  const char* Name() const override { return "KeemunGrowingFiles"; }
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* made,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* opened,
                                      rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;

  // What is read from now on is still being written: a copy of it is made.
  void engine_is_open() { is_opening_ = false; }
  struct Damage {
    Bytes file;
    Bytes text;  // begins with its name
  };
  // The first that was met. Of a log that was not written here it is met before any is played.
  std::optional<Damage> damage() const;
  void note_damage(const Bytes& file, const Bytes& what);

 private:
  // Of a file in the directory itself; nothing of any other.
  BytesView name_of(const std::string& path) const;
  // This one, or of logs one that is read behind it, if it is not the store's; else nothing.
  Bytes foreign_file(BytesView name) const;

  const std::string dir_;
  const std::shared_ptr<SyncedLengths> lengths_;
  std::atomic<bool> is_opening_ = true;
  mutable std::mutex mutex_;
  std::optional<Damage> damage_;
};

}  // namespace keemun::rocks
