// A store that remembers in memory what was lately read and written row by row, absent rows
// included, up to a number of bytes; of the oldest, those that were used lately are spared once
// more. (While a commit is under way it may take twice as many.) Of a commit of very many rows
// those are remembered that were known before. Pages of scans pass through, but for a single row
// that is known to be the first.
//
// An answer from memory is what the store below holds: rows of a commit are not known while it is
// under way, and not for a while after one that may still happen. It is the only writer of the
// rows it remembers; whoever hosts several processes on one store clears it when keys change hands.
// Rows that are only ever found by scans need not be remembered; their owner says which they are.
//
// One thread at a time (turn_stores.h); the calls below suspend.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "keyspace/memory/row_table.h"
#include "keyspace/memory/stale_ranges.h"
#include "ports/clock.h"
#include "ports/doubts.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class LocalRowCache final : public ports::KvStore {
 public:
  // All outlive it, the bytes of the marks too. Rows with one of these are not remembered.
  LocalRowCache(ports::KvStore& below, ports::Clock& clock, size_t bytes_max,
                std::vector<ports::RowMark> scanned = {}, const TableHash& hash = {});

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  void about_to_get(std::span<const Bytes> keys) override;
  std::optional<Bytes> known_head(BytesView key) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  ports::PassedRows pass_over(const ports::ScanRequest& request) override {
    return below_.pass_over(request);
  }
  void commit(const ports::WriteBatch& batch) override;
  void hand_over(ports::WriteBatch& batch) override;

  void clear();
  size_t byte_count() const { return byte_count_; }

 private:
  class Reading;
  class Committing;

  template <typename Commit>
  void commit_by(const ports::WriteBatch& batch, Commit&& commit);
  bool is_stale(const RowTable::Row& row) const {
    return !stale_.empty() && stale_.hold_since(row.stored_at, row.key());
  }
  // The table is larger than the processor's cache: what is looked at is fetched for some rows
  // before the first of them.
  static constexpr size_t kRowsAtOnce = 16;
  using Hashes = std::array<uint64_t, kRowsAtOnce>;
  // Of the first of these keys; how many they are.
  size_t fetch_first(std::span<const Bytes> keys, Hashes& hashes) const;
  // Null where it is not known.
  const RowTable::Row* find(BytesView key, uint64_t hash);
  void remember(BytesView key, uint64_t hash, std::optional<BytesView> value);
  // The row of this key, null where there is none, is to hold the value; who calls says when it is
  // known, and makes room. Null where it is not to be remembered.
  RowTable::Row* store(RowTable::Row* row, BytesView key, uint64_t hash,
                       std::optional<BytesView> value);
  bool is_scanned(BytesView key) const {
    return std::any_of(scanned_.begin(), scanned_.end(),
                       [key](const ports::RowMark& mark) { return mark.is_on(key); });
  }
  bool is_in_doubt(BytesView key) {
    return !doubts_.empty() && doubts_.holds(key, clock_.now_ms());
  }
  void forget(RowTable::Row& row);
  void make_room();
  void forget_ranges(std::span<const ports::WriteBatch::RangeErase> ranges);
  void forget_stale_in_next_part();
  bool is_being_committed(BytesView key) const;

  // A row of a commit under way; null where it will not be remembered.
  struct Coming {
    RowTable::Row* row = nullptr;
    uint64_t hash = 0;
  };

  ports::KvStore& below_;
  ports::Clock& clock_;
  const size_t bytes_max_;
  const std::vector<ports::RowMark> scanned_;
  RowTable rows_;  // in the ring those that came first, or were spared last
  size_t byte_count_ = 0;
  StaleRanges stale_;             // rows of these are not known, and are looked for part by part
  size_t ranges_since_part_ = 0;  // that came since the last part
  size_t next_part_ = 0;
  uint64_t round_began_ = 0;  // with the first part
  uint64_t clearings_ = 0;
  // What others are doing while a call waits below: few at a time, none where nothing waits.
  std::vector<Reading*> readings_;
  std::vector<Committing*> commits_;
  std::vector<Coming> spare_coming_;  // for the next commit, which then asks for no memory
  ports::Doubts doubts_;
};

}  // namespace keemun::keyspace
