// The unit of work: everything one command reads and writes. It sees its own writes, samples the
// time once, and commits at most one batch, after which it is spent; the units of a MULTI/EXEC
// leave theirs in one PendingStore. A unit that is destroyed without a commit leaves no trace.
//
// On a store whose batches are not atomic the rows of a batch become visible stage by stage
// (ports/rows.h); the promise of that order is for the rows of one unit.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "format/key_layout.h"
#include "format/key_range.h"
#include "keyspace/count/key_metas.h"
#include "keyspace/unit/write_overlay.h"
#include "ports/kv_store.h"
#include "ports/rows.h"

namespace keemun::keyspace {

class PendingStore;

class UnitOfWork final : public ports::Rows {
 public:
  // `store` and what describes it outlive the unit. The hash is for keys that strangers choose.
  UnitOfWork(ports::KvStore& store, const ports::Capabilities& capabilities, int64_t now_ms,
             const TableHash& hash = {})
      : store_(store),
        capabilities_(capabilities),
        now_ms_(now_ms),
        overlay_(capabilities.atomic_batch ? WriteOverlay::Order::kAsTheyCame
                                           : WriteOverlay::Order::kByStage,
                 hash) {}
  UnitOfWork(const UnitOfWork&) = delete;
  UnitOfWork& operator=(const UnitOfWork&) = delete;

  int64_t now_ms() const { return now_ms_; }

  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  // Who scans very much leaves no more than a part of it in memory: the rest would drive out what
  // is asked for again.
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  ports::PassedRows pass_over(const ports::ScanRequest& request) override;
  bool remembers_counts() const override { return store_.remembers_counts(); }
  // Of whoever does much between two readings.
  void let_others_go() { store_.let_others_go(); }

  // A row that the store is asked for only once in the life of the unit: for metas. It has a place
  // in the unit as long as that lives, by which it is read and written without being sought again.
  size_t look_up(Bytes key) { return overlay_.look_up(store_, std::move(key)); }
  // The answer lives until the unit is asked or written next.
  std::optional<BytesView> value_of(size_t row) const { return overlay_.value_of(row); }
  void put_at(size_t row, Bytes&& value, ports::Stage stage);
  void erase_at(size_t row, ports::Stage stage);

  void put(Bytes key, Bytes value, ports::Stage stage, ports::WasThere was_there = {}) override;
  void erase(Bytes key, ports::Stage stage, ports::WasThere was_there = {}) override;
  void erase_range(Bytes begin, Bytes end) override;
  void join(std::unique_ptr<ports::Participant> participant) override;

  // What the commit will change about the keys of a namespace.
  std::vector<MetaChange> meta_changes(const KeyMetas& metas) const;

  // Whether this unit puts or erases the row.
  bool writes(BytesView key) const {
    return overlay_.find(key).answer != WriteOverlay::Answer::kUnknown;
  }
  // Whether this unit puts a row there.
  bool puts_within(const format::KeyRange& range) const {
    return overlay_.puts_within(range.begin, range.end);
  }
  // What may still be written, by the measure of Capabilities::batch_bytes_max.
  size_t bytes_left() const;
  bool has_cheap_range_erase() const { return capabilities_.cheap_range_erase; }
  bool has_atomic_batch() const { return capabilities_.atomic_batch; }
  // Throws what a command answers that writes more than the store takes at once.
  [[noreturn]] static void throw_too_much();

  bool has_writes() const { return !overlay_.empty(); }
  // Where they are very many they are put in order, while others come in between: else those would
  // wait for it when the first of them asks for a range.
  void put_in_order();
  // Of the commit, if it writes anything; not of commit_into().
  void expect(std::span<const ports::WriteBatch::Expectation> expectations) {
    expectations_.insert(expectations_.end(), expectations.begin(), expectations.end());
  }
  // Nothing to write and nobody to tell: no call at all.
  void commit();
  // The same, into a store that is flushed later together with the units of others. Throws
  // StoreError where that would be more than the store below takes at once.
  void commit_into(PendingStore& pending);

 private:
  // Before a row is written: where there are many, others come in between.
  void begin_row(size_t key_bytes, size_t value_bytes);
  void check_size(size_t key_bytes, size_t value_bytes) const;

  ports::KvStore& store_;
  const ports::Capabilities& capabilities_;
  const int64_t now_ms_;
  WriteOverlay overlay_;
  size_t rows_begun_ = 0;
  size_t rows_scanned_ = 0;
  std::vector<ports::WriteBatch::Expectation> expectations_;
  std::vector<std::unique_ptr<ports::Participant>> participants_;
};

}  // namespace keemun::keyspace
