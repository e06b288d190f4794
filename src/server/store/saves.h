// Checkpoints of the store, each in a directory of its own beside it that is named by the time, and
// what INFO and LASTSAVE tell of them. SAVE's is written while all wait, BGSAVE's by another
// thread: what is in memory goes into files first, and a disk takes its time for that.
#pragma once

#include <cstdint>
#include <future>
#include <optional>

#include "base/bytes.h"
#include "ports/store_error.h"
#include "rocks/rocks_store.h"
#include "server/observe/log.h"

namespace keemun::server {

class Saves {
 public:
  // `dir` is the store's.
  Saves(Log& log, rocks::RocksStore& store, const Bytes& dir);
  Saves(const Saves&) = delete;
  Saves& operator=(const Saves&) = delete;

  // The start of the server counts as a save. Tells of what a process left that ended in one.
  void start(int64_t now_ms);
  // A key was changed, or something about one.
  void note_change() { ++changes_; }

  // One at a time. Both throw StoreError; begin() what is known at once.
  void save(int64_t now_ms);
  void begin(int64_t now_ms);
  // begin() is called as soon as it may be.
  void schedule() { is_scheduled_ = true; }
  bool is_scheduled() const { return is_scheduled_; }
  // Takes note of one that has been written by now: before anything below is asked.
  void look(int64_t now_ms);
  // Waits for it.
  void finish(int64_t now_ms);

  bool is_under_way() const { return being_written_.valid(); }
  int64_t begun_ms() const { return begun_ms_; }
  int64_t changes_since() const { return changes_; }
  // Of those that were begun, as Redis counts them.
  int64_t count() const { return count_; }
  void forget_count() { count_ = 0; }
  bool last_has_failed() const { return last_has_failed_; }
  int64_t last_ms() const { return last_ms_; }
  // Where it is; empty before there is one of this process.
  const Bytes& last_dir() const { return last_dir_; }
  // How long the last one took that was written in the background.
  std::optional<int64_t> last_took_ms() const { return last_took_ms_; }

 private:
  bool is_unfinished(BytesView path) const;
  void note_beginning(int64_t now_ms);
  std::optional<ports::StoreError> write() const;
  void note_end(const std::optional<ports::StoreError>& failure, int64_t now_ms);

  Log& log_;
  rocks::RocksStore& store_;
  const Bytes dirs_begin_;
  Bytes dir_;       // of the one that was begun last
  Bytes last_dir_;  // of the one that was written last
  int64_t begun_ms_ = 0;
  bool is_scheduled_ = false;
  int64_t changes_ = 0;  // since the last one began
  int64_t changes_before_ = 0;
  int64_t count_ = 0;
  int64_t last_ms_ = 0;
  bool last_has_failed_ = false;
  std::optional<int64_t> last_took_ms_;
  std::future<std::optional<ports::StoreError>> being_written_;  // the last one to go
};

}  // namespace keemun::server
