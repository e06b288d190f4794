// Lets a compaction leave out rows that nobody reaches: what the collector of garbage would find by
// a scan goes without being read once more.
//
// A compaction, unlike a commit, stands in no log: what it leaves out stays out even if a loss of
// power takes back the deletion that made it garbage. So rows are judged by a moment that is
// durable: a snapshot of the store that the log was synced behind, and the time of commands when it
// was taken. Why that is safe, in terms of spec/invariants.md, "Garbage":
// * A row below a meta is left out when its version was created ports::kYoungMs before the moment,
//   and at the moment the meta of its key was not there or of another version. Its key was made
//   before the moment, then, and has gone before it, durably; versions are never given twice.
// * A meta is left out when it had expired kExpiredMs before the moment. Time of commands
//   never goes back, so no command that begins sees the key, and one that saw it alive would have
//   to run for all that time. If it was made to live on, that was before it expired: a newer row,
//   and durable.
// * What is left out above the last level becomes an erasure, so no older value comes back.
// * What does not decode is kept, and so is everything below a meta that does not decode, or cannot
//   be read.
// Only rows of the namespaces that it was given are judged, and none before there was a moment.
#pragma once

#include <rocksdb/compaction_filter.h>
#include <rocksdb/db.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "format/key_layout.h"
#include "rocks/row_families.h"

namespace keemun::rocks {

// A state of the store that no loss of power takes back. Ends before the engine does.
struct DurableMoment {
  // The families in the order of RowKind.
  DurableMoment(rocksdb::DB& its_engine,
                const std::vector<rocksdb::ColumnFamilyHandle*>& its_families, int64_t at_ms)
      : engine(its_engine), families(its_families), now_ms(at_ms), snapshot(engine.GetSnapshot()) {}
  DurableMoment(const DurableMoment&) = delete;
  DurableMoment& operator=(const DurableMoment&) = delete;
  ~DurableMoment() { engine.ReleaseSnapshot(snapshot); }

  rocksdb::DB& engine;
  const std::vector<rocksdb::ColumnFamilyHandle*>& families;
  const int64_t now_ms;
  const rocksdb::Snapshot* const snapshot;
};

// What the filters of one store share. Any thread may use it.
class DeadRowJudge {
 public:
  static constexpr int64_t kExpiredMs = 10 * 60 * 1000;

  explicit DeadRowJudge(std::vector<format::KeyLayout> namespaces)
      : namespaces_(std::move(namespaces)) {}

  const std::vector<format::KeyLayout>& namespaces() const { return namespaces_; }

  // By which compactions that begin from now on judge; null: they leave out nothing.
  void set_moment(std::shared_ptr<const DurableMoment> moment);
  std::shared_ptr<const DurableMoment> moment() const;

  void count_row() { ++dropped_rows_; }
  void count_meta() { ++dropped_metas_; }
  uint64_t dropped_rows() const { return dropped_rows_; }
  uint64_t dropped_metas() const { return dropped_metas_; }

 private:
  const std::vector<format::KeyLayout> namespaces_;
  mutable std::mutex mutex_;
  std::shared_ptr<const DurableMoment> moment_;
  std::atomic<uint64_t> dropped_rows_ = 0;
  std::atomic<uint64_t> dropped_metas_ = 0;
};

// For the family of one kind; none for records.
std::shared_ptr<rocksdb::CompactionFilterFactory> dead_row_filters(
    RowKind kind, std::shared_ptr<DeadRowJudge> judge);

}  // namespace keemun::rocks
