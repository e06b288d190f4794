// Files that grow, logs and manifests: what is synced of those in the directory of a store is
// noted.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>
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
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;

 private:
  // Of a file in the directory itself; nothing of any other.
  BytesView name_of(const std::string& path) const;

  const std::string dir_;
  const std::shared_ptr<SyncedLengths> lengths_;
};

}  // namespace keemun::rocks
