#include "rocks/log_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "ports/store_error.h"
#include "rocks/engine_errors.h"

namespace keemun::rocks {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOStatus;

Descriptor opened(const std::string& dir) {
  Descriptor directory(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory) return directory;
  throw ports::StoreError(ports::StoreError::Kind::kUnavailable,
                          dir + " cannot be opened: " + std::strerror(errno));
}

IOStatus failure(const std::string& path, const char* what) {
  return IOStatus::IOError(path, Bytes(what) + ": " + std::strerror(errno));
}

IOStatus retryable(IOStatus status) {
  if (lacks_descriptors(status)) status.SetRetryable(true);
  return status;
}

bool is_gone(const std::string& path) {
  return ::access(path.c_str(), F_OK) != 0 && errno == ENOENT;
}

// For a checkpoint the engine would sync it from that thread, see log_files.h.
class LogFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;
  bool IsSyncThreadSafe() const override { return false; }
};

}  // namespace

LogFiles::Log::Log(std::string its_path, Descriptor its_file)
    : path(std::move(its_path)), file(std::move(its_file)) {}

LogFiles::LogFiles(const Bytes& dir, std::shared_ptr<SyncedLengths> lengths,
                   std::shared_ptr<rocksdb::FileSystem> base)
    : FileSystemWrapper(std::move(base)),
      dir_(dir + "/"),
      directory_(opened(dir)),
      spare_(dir_ + Bytes(kSpareLogName)),
      lengths_(std::move(lengths)) {}

IOStatus LogFiles::NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                   std::unique_ptr<rocksdb::FSWritableFile>* made,
                                   IODebugContext* debug) {
  const bool is_log =  // and no checkpoint's
      path.starts_with(dir_) && is_log_name(BytesView(path).substr(dir_.size()));
  // No other file without a spare: what is in a log becomes a table when the next one has begun, so
  // that there is a spare before much is written to that.
  IOStatus status = is_log ? sync() : make_spare();
  if (!status.ok()) return retryable(status);
  if (!is_log) return retryable(target()->NewWritableFile(path, options, made, debug));
  status = target()->NewWritableFile(path, options, made, debug);
  if (status.IsNoSpace() && ::rename(spare_.c_str(), path.c_str()) == 0) {
    status = target()->NewWritableFile(path, options, made, debug);
  }
  if (!status.ok()) return retryable(status);
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return retryable(failure(path, "cannot be opened"));
  *made = std::make_unique<LogFile>(std::move(*made));
  const std::lock_guard lock(mutex_);
  last_log_ = std::make_shared<Log>(path, std::move(file));
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

std::shared_ptr<LogFiles::Log> LogFiles::last_log() {
  const std::lock_guard lock(mutex_);
  return last_log_;
}

IOStatus LogFiles::sync() {
  // One after another, for each to see that another has failed.
  const std::lock_guard lock(syncing_);
  const std::shared_ptr<Log> log = last_log();
  if (!log) return IOStatus::OK();
  const Bytes name = log->path.substr(dir_.size());
  const uint64_t bytes = lengths_->length(name);
  IOStatus status = sync(*log);
  if (!status.ok()) return status;
  // One that others follow may be gone: what was in it is in tables then.
  if (is_gone(log->path) && last_log() == log) return IOStatus::PathNotFound(log->path, "is gone");
  lengths_->note(name, bytes);
  ++syncs_;
  return status;
}

IOStatus LogFiles::sync(Log& log) {
  if (log.has_failed) return IOStatus::IOError(log.path, "could not be synced before");
  log.has_failed = true;
  if (::fdatasync(log.file.number()) != 0) return failure(log.path, "cannot be synced");
  // A log that its directory does not name is lost.
  if (!log.is_in_synced_directory) {
    if (::fdatasync(directory_.number()) != 0) return failure(dir_, "cannot be synced");
    log.is_in_synced_directory = true;
  }
  log.has_failed = false;
  return IOStatus::OK();
}

// What lies in its place, or is somebody else's, matters on a full disk alone: it ends no writes.
IOStatus LogFiles::make_spare() const {
  const Descriptor file(::open(spare_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644));
  if (file) return IOStatus::OK();
  if (errno == ENOSPC || errno == EDQUOT) return IOStatus::NoSpace(spare_, std::strerror(errno));
  const IOStatus status = failure(spare_, "cannot be opened");
  return lacks_descriptors(status) ? status : IOStatus::OK();
}

}  // namespace keemun::rocks
