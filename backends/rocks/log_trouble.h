// What went wrong with the write-ahead log, and why nothing may be written to it until it is right
// again. Any thread may call it.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/status.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "base/bytes.h"
#include "ports/store_error.h"

namespace keemun::rocks {

class LogTrouble {
 public:
  // A write or a sync has failed, and no write that began later has succeeded.
  bool is_there() const { return failures_ != overcome_; }
  // Throws kFull where the next write would go to a log that space was missing for, and
  // kUnavailable once a sync has failed: what the system then has in memory it may not write any
  // more, and say that it is on the disk.
  void check_before_write(rocksdb::DB& db);

  // To be told when the write has ended that begins now.
  uint64_t write_begins() const { return failures_; }
  void write_ended(const rocksdb::Status& status, uint64_t begun);
  // Returns what to tell of it.
  ports::StoreError sync_failed(const rocksdb::Status& status);

 private:
  void note_full_log(const rocksdb::Status& status);

  std::atomic<uint64_t> failures_ = 0;
  std::atomic<uint64_t> overcome_ = 0;  // of them, before the last write that succeeded began
  std::mutex mutex_;
  Bytes full_log_error_;  // names the last log that space was missing for
  std::optional<ports::StoreError> sync_error_;
};

}  // namespace keemun::rocks
