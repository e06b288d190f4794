#include "rocks/log_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

namespace keemun::rocks {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOStatus;

IOStatus sync_file(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
  const bool is_synced = file >= 0 && ::fdatasync(file) == 0;
  const int error = is_synced ? 0 : errno;
  if (file >= 0) ::close(file);
  if (is_synced) return IOStatus::OK();
  if (error == ENOENT) return IOStatus::PathNotFound(path, "is gone");
  return IOStatus::IOError(path, "cannot be synced: " + std::generic_category().message(error));
}

// For a checkpoint the engine would sync it from that thread, see log_files.h.
class LogFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;
  bool IsSyncThreadSafe() const override { return false; }
};

}  // namespace

LogFiles::LogFiles(const Bytes& dir, std::shared_ptr<SyncedLengths> lengths,
                   std::shared_ptr<rocksdb::FileSystem> base)
    : FileSystemWrapper(std::move(base)),
      dir_(dir + "/"),
      spare_(dir_ + Bytes(kSpareLogName)),
      lengths_(std::move(lengths)) {}

IOStatus LogFiles::NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                   std::unique_ptr<rocksdb::FSWritableFile>* made,
                                   IODebugContext* debug) {
  const bool is_log =  // and no checkpoint's
      path.starts_with(dir_) && is_log_name(BytesView(path).substr(dir_.size()));
  // Before anything else takes what room there is. What is in a log becomes a table when the next
  // one has begun, so that there is a spare before much is written to that.
  if (!is_log) {
    make_spare();
    return target()->NewWritableFile(path, options, made, debug);
  }
  IOStatus status = sync();
  if (!status.ok()) return status;
  status = target()->NewWritableFile(path, options, made, debug);
  if (status.IsNoSpace() && ::rename(spare_.c_str(), path.c_str()) == 0) {
    status = target()->NewWritableFile(path, options, made, debug);
  }
  if (!status.ok()) return status;
  *made = std::make_unique<LogFile>(std::move(*made));
  const std::lock_guard lock(mutex_);
  last_log_ = path;
  return status;
}

IOStatus LogFiles::NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                     std::unique_ptr<rocksdb::FSSequentialFile>* opened,
                                     IODebugContext* debug) {
  if (path.ends_with(".log")) {
    const std::lock_guard lock(mutex_);
    last_read_ = path;
  }
  return target()->NewSequentialFile(path, options, opened, debug);
}

std::string LogFiles::last_read() {
  const std::lock_guard lock(mutex_);
  return last_read_;
}

std::string LogFiles::last_log() {
  const std::lock_guard lock(mutex_);
  return last_log_;
}

IOStatus LogFiles::sync() {
  const std::string log = last_log();
  if (log.empty()) return IOStatus::OK();
  const Bytes name = log.substr(dir_.size());
  const uint64_t bytes = lengths_->length(name);
  IOStatus status = sync_file(log, 0);
  // One that others follow may be gone: what was in it is in tables then.
  if (status.IsPathNotFound() && last_log() != log) status = IOStatus::OK();
  // Else the log itself may not be found.
  if (status.ok()) status = sync_file(dir_, O_DIRECTORY);
  if (!status.ok()) return status;
  lengths_->note(name, bytes);
  ++syncs_;
  return status;
}

// Does nothing where there is one, or no room for it.
void LogFiles::make_spare() const {
  const int file = ::open(spare_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
  if (file >= 0) ::close(file);
}

}  // namespace keemun::rocks
