// Checkpoints of the store, and what INFO and LASTSAVE tell of them. SAVE's is written while all
// wait, BGSAVE's by another thread: what is in memory goes into files first, and a disk takes its
// time for that.
#pragma once

#include <cstdint>
#include <future>
#include <optional>

#include "base/bytes.h"
#include "ports/store_error.h"
#include "rocks/rocks_store.h"
#include "server/log.h"

namespace keemun::server {

class Saves {
 public:
  Saves(Log& log, rocks::RocksStore& store) : log_(log), store_(store) {}
  Saves(const Saves&) = delete;
  Saves& operator=(const Saves&) = delete;

  // As of the start of the server, which counts as a save.
  void start_at(int64_t now_ms) { last_ms_ = now_ms; }
  // A key was changed, or something about one.
  void note_change() { ++changes_; }

  // One at a time, into a new directory. Both throw StoreError; begin() what is known at once.
  void save(const Bytes& dir, int64_t now_ms);
  void begin(const Bytes& dir, int64_t now_ms);
  // Takes note of one that has been written by now: before anything below is asked.
  void look(int64_t now_ms);
  // Waits for it.
  void finish(int64_t now_ms);

  bool is_under_way() const { return being_written_.valid(); }
  int64_t begun_ms() const { return begun_ms_; }
  int64_t changes_since() const { return changes_; }
  int64_t count() const { return count_; }
  bool last_has_failed() const { return last_has_failed_; }
  int64_t last_ms() const { return last_ms_; }
  // How long the last one took that was written in the background.
  std::optional<int64_t> last_took_ms() const { return last_took_ms_; }

 private:
  std::optional<ports::StoreError> write(const Bytes& dir) const;
  void has_ended(const std::optional<ports::StoreError>& failure, int64_t now_ms);

  Log& log_;
  rocks::RocksStore& store_;
  Bytes dir_;
  int64_t begun_ms_ = 0;
  int64_t changes_ = 0;  // since the moment that the last one shows
  int64_t changes_before_ = 0;
  int64_t count_ = 0;
  int64_t last_ms_ = 0;
  bool last_has_failed_ = false;
  std::optional<int64_t> last_took_ms_;
  std::future<std::optional<ports::StoreError>> being_written_;  // the last one to go
};

}  // namespace keemun::server
