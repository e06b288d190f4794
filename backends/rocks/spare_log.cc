#include "rocks/spare_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace keemun::rocks {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOStatus;

class FilesWithSpareLog final : public rocksdb::FileSystemWrapper {
 public:
  explicit FilesWithSpareLog(const Bytes& dir)
      : FileSystemWrapper(rocksdb::FileSystem::Default()),
        dir_(dir + "/"),
        spare_(dir_ + Bytes(kSpareLogName)) {}

  const char* Name() const override { return "KeemunSpareLog"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* made,
                           IODebugContext* debug) override {
    const bool is_log = path.starts_with(dir_) && path.ends_with(".log");  // no checkpoint's
    // Before anything else takes what room there is. What is in a log becomes a table when the next
    // one has begun, so that there is a spare before much is written to that.
    if (!is_log) make_spare();
    IOStatus status = target()->NewWritableFile(path, options, made, debug);
    if (!is_log || !status.IsNoSpace()) return status;
    if (::rename(spare_.c_str(), path.c_str()) != 0) return status;
    return target()->NewWritableFile(path, options, made, debug);
  }

 private:
  // Does nothing where there is one, or no room for it.
  void make_spare() const {
    const int file = ::open(spare_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file >= 0) ::close(file);
  }

  const std::string dir_;
  const std::string spare_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> files_with_spare_log(const Bytes& dir) {
  return std::make_shared<FilesWithSpareLog>(dir);
}

}  // namespace keemun::rocks
