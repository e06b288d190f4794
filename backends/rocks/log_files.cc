#include "rocks/log_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace keemun::rocks {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOStatus;

class LogFiles final : public rocksdb::FileSystemWrapper {
 public:
  explicit LogFiles(const Bytes& dir)
      : FileSystemWrapper(rocksdb::FileSystem::Default()),
        dir_(dir + "/"),
        spare_(dir_ + Bytes(kSpareLogName)) {}

  const char* Name() const override { return "KeemunLogFiles"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* made,
                           IODebugContext* debug) override {
    const bool is_log = path.starts_with(dir_) && path.ends_with(".log");  // no checkpoint's
    // Before anything else takes what room there is. What is in a log becomes a table when the next
    // one has begun, so that there is a spare before much is written to that.
    if (!is_log) {
      make_spare();
      return target()->NewWritableFile(path, options, made, debug);
    }
    IOStatus status = sync(last_log_);
    if (!status.ok()) return status;
    status = target()->NewWritableFile(path, options, made, debug);
    if (status.IsNoSpace() && ::rename(spare_.c_str(), path.c_str()) == 0) {
      status = target()->NewWritableFile(path, options, made, debug);
    }
    if (status.ok()) last_log_ = path;
    return status;
  }

 private:
  // A log may be gone: what was in it is in tables then.
  static IOStatus sync(const std::string& log) {
    if (log.empty()) return IOStatus::OK();
    const int file = ::open(log.c_str(), O_RDONLY | O_CLOEXEC);
    const bool is_synced = file >= 0 && ::fdatasync(file) == 0;
    const int error = is_synced ? 0 : errno;
    if (file >= 0) ::close(file);
    if (is_synced || error == ENOENT) return IOStatus::OK();
    return IOStatus::IOError(log, "cannot be synced: " + std::generic_category().message(error));
  }

  // Does nothing where there is one, or no room for it.
  void make_spare() const {
    const int file = ::open(spare_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file >= 0) ::close(file);
  }

  const std::string dir_;
  const std::string spare_;
  std::string last_log_;  // logs are begun one after another
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> log_files(const Bytes& dir) {
  return std::make_shared<LogFiles>(dir);
}

}  // namespace keemun::rocks
