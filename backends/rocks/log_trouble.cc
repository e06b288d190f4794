#include "rocks/log_trouble.h"

#include <memory>

namespace keemun::rocks {

using ports::StoreError;

// After an error for want of space the engine recovers by itself, and says so too where nothing was
// in memory for which it would have begun another log. It may not be asked to write to the old one
// either; which one that is, it says in the text of its error alone.
void LogTrouble::check_before_write(rocksdb::DB& db) {
  if (!is_there()) return;
  std::unique_lock lock(mutex_);
  if (sync_error_) throw *sync_error_;
  lock.unlock();
  std::unique_ptr<rocksdb::LogFile> log;
  if (!db.GetCurrentWalFile(&log).ok()) return;
  lock.lock();
  if (full_log_error_.find(log->PathName()) == Bytes::npos) return;
  throw StoreError(
      StoreError::Kind::kFull,
      "nothing is written until there is another log, after a restart at the latest: " +
          full_log_error_);
}

void LogTrouble::write_ended(const rocksdb::Status& status, uint64_t begun) {
  note_full_log(status);
  if (status.ok()) {
    overcome_ = begun;
  } else {
    ++failures_;
  }
}

StoreError LogTrouble::sync_failed(const rocksdb::Status& status) {
  const std::lock_guard lock(mutex_);
  ++failures_;
  if (!sync_error_) {
    sync_error_.emplace(
        StoreError::Kind::kUnavailable,
        "nothing is written after an error of the disk, until a restart: " + status.ToString());
  }
  return *sync_error_;
}

void LogTrouble::note_full_log(const rocksdb::Status& status) {
  if (!status.IsNoSpace()) return;
  const std::lock_guard lock(mutex_);
  full_log_error_ = status.ToString();
}

}  // namespace keemun::rocks
