// A store with commits that are not in it yet laid over it. Units of work commit into it and see
// each other's writes; flush() takes all of them to the store below. MULTI/EXEC is a pending store
// that is flushed once, and so is a group commit of many commands.
//
// Where batches are atomic a flush is one batch. Elsewhere it is the batches of the units, one
// after another, each in the order that its unit gave it: what a crash leaves between them is what
// it would leave between single commands. Whoever joined a unit is told at the flush. One that is
// destroyed without a flush leaves no trace.
//
// A host that goes on while another thread commits flushes in steps: what is pending departs, the
// other thread takes it to the store below, it has arrived. In between, reads find it here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/hash.h"
#include "keyspace/memory/row_counts.h"
#include "keyspace/unit/write_overlay.h"
#include "ports/kv_store.h"
#include "ports/rows.h"

namespace keemun::keyspace {

class PendingStore final : public ports::KvStore {
 public:
  // The hash is for keys that strangers choose. Of what the store below takes at once no unit may
  // use the last `others_bytes`: others have written those.
  explicit PendingStore(ports::KvStore& below, const TableHash& hash = {}, size_t others_bytes = 0)
      : below_(below),
        others_bytes_(others_bytes),
        departed_(below, hash),
        is_atomic_(below.capabilities().atomic_batch),
        overlay_(WriteOverlay::Order::kAsTheyCame, hash) {}

  ports::Capabilities capabilities() const override;
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  ports::PassedRows pass_over(const ports::ScanRequest& request) override;
  bool remembers_counts() const override { return below_.remembers_counts(); }
  // For who writes and counts in turns, while nobody else writes what he counts: how many rows
  // there are between those that are pending is remembered, too.
  void remember_counts();
  void commit(const ports::WriteBatch& batch) override;
  void hand_over(ports::WriteBatch& batch) override;

  // Of the next flush, if it writes anything.
  void expect(std::span<const ports::WriteBatch::Expectation> expectations);
  bool has_writes() const { return !overlay_.empty(); }
  void adopt(std::vector<std::unique_ptr<ports::Participant>> participants);

  // While it is shared nobody commits or flushes, and several threads may read it.
  void set_shared(bool is_shared) {
    overlay_.set_shared(is_shared);
    departed_.overlay.set_shared(is_shared);
  }

  // What is pending, and whether ranges are among it: over those every scan walks row by row.
  size_t byte_count() const { return overlay_.byte_count(); }
  bool has_range_erases() const { return overlay_.has_range_erases(); }
  // How many commits it has ever taken.
  uint64_t commit_count() const { return commit_count_; }

  // Commits below, if there is anything to commit.
  void flush();

  // What is pending now departs. Only where batches are atomic, nobody has joined, and what
  // departed before has arrived.
  void depart();
  // What departed, as one batch for the store below. The one call for another thread: nothing here
  // changes what departed before it has arrived.
  const ports::WriteBatch& departed() const { return departed_.overlay.batch(); }
  void arrive() { departed_.overlay.clear(); }
  // All that is not in the store below is forgotten.
  void drop();

 private:
  // The store below with what has departed laid over it.
  struct Departed final : ports::KvStore {
    Departed(ports::KvStore& its_below, const TableHash& hash)
        : below(its_below), overlay(WriteOverlay::Order::kAsTheyCame, hash) {}

    ports::Capabilities capabilities() const override { return below.capabilities(); }
    std::optional<Bytes> get(BytesView key) override;
    std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
    ports::ScanPage scan(const ports::ScanRequest& request) override;
    ports::PassedRows pass_over(const ports::ScanRequest& request) override;
    void commit(const ports::WriteBatch& batch) override { below.commit(batch); }

    ports::KvStore& below;
    WriteOverlay overlay;
  };

  ports::PassedRows read_over(const ports::ScanRequest& part);
  void commit_in_order(std::span<ports::WriteBatch> batches);

  ports::KvStore& below_;
  const size_t others_bytes_;
  Departed departed_;
  const bool is_atomic_;
  WriteOverlay overlay_;
  std::optional<RowCounts> counts_;  // where they are remembered
  uint64_t commit_count_ = 0;
  std::vector<ports::WriteBatch::Expectation> expectations_;
  std::vector<ports::WriteBatch> in_order_;  // what the overlay holds, where batches are not atomic
  std::vector<std::unique_ptr<ports::Participant>> participants_;
};

}  // namespace keemun::keyspace
