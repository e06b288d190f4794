// The store of the simulated world: an ordered map behind the KvStore door, which counts what is
// asked of it. Everything happens at once; who wants to be asked slowly, or to fail, stands before
// it (kv_door.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "audit/row_map.h"
#include "base/bytes.h"
#include "ports/kv_store.h"
#include "sim/kv_profile.h"

namespace keemun::sim {

class SimKv final : public ports::KvStore {
 public:
  // What was asked since the last reset: what spec/costs.md counts.
  struct Counts {
    int64_t gets = 0;       // rows read by their keys, one by one or many at once
    int64_t get_calls = 0;  // get() and multi_get()
    int64_t scan_pages = 0;
    int64_t scanned_rows = 0;
    int64_t scanned_bytes = 0;  // of their values
    int64_t commits = 0;
    int64_t rows_put = 0;
    int64_t rows_erased = 0;
    int64_t ranges_erased = 0;
    int64_t rows_mistaken = 0;  // written by who was wrong on whether they were there
  };

  explicit SimKv(KvProfile profile = KvProfile::memory()) : profile_(std::move(profile)) {}

  const KvProfile& profile() const { return profile_; }
  ports::Capabilities capabilities() const override { return profile_.capabilities; }
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override;
  // Takes all of it, as a store may that answers at once: who reads it afterwards reads nothing.
  void hand_over(ports::WriteBatch& batch) override;
  // Whether all that a batch expects is so.
  bool is_expected(const ports::WriteBatch& batch) const;

  const Counts& counts() const { return counts_; }
  void reset_counts() { counts_ = {}; }

  // Commits so far, those that are lost again included.
  uint64_t last_commit() const { return last_commit_; }
  // What is there now stays, whatever happens.
  void sync() { unsynced_.clear(); }
  // Takes back up to `count` of the commits since the last sync, the last first; says how many.
  size_t lose_commits(size_t count);

  // From now on it is remembered which rows have changed.
  void note_changes() { notes_changes_ = true; }
  // Their names, those of a row that changed twice maybe too; what was taken is not there again.
  std::vector<Bytes> take_changes() { return std::exchange(changes_, {}); }

  // Behind the door, for whoever checks the rows or damages them.
  const RowMap& rows() const { return rows_; }
  RowMap& rows() { return rows_; }

 private:
  // What the rows of a commit were before each of its writes.
  using Before = std::vector<std::pair<Bytes, std::optional<Bytes>>>;

  std::optional<Bytes> find(BytesView key) const;
  void erase(const ports::WriteBatch::RangeErase& range, Before* before);
  void apply(const ports::WriteBatch::Write& write, Before* before);

  const KvProfile profile_;
  RowMap rows_;
  Counts counts_;
  uint64_t last_commit_ = 0;
  std::vector<Before> unsynced_;
  bool notes_changes_ = false;
  std::vector<Bytes> changes_;
};

}  // namespace keemun::sim
