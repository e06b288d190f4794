// A store that remembers in memory how many rows stand between bounds, so that a rank or a count is
// known without reading every row before it.
//
// What is passed over page by page is remembered as counted ranges, on several levels: small ranges
// of some rows, and larger ones of many of those. Who passes the same rows again takes the largest
// steps that are known, and reads rows only where the smallest would go too far. A commit forgets,
// on each level, the range that it writes in: the small ones are read again, and those around them
// added up again.
//
// Nothing that was read while a commit was under way is remembered, nor anything for a while after
// a commit that may still happen. Who may write is said in local_row_cache.h. Belongs to one
// thread; the calls below suspend.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "keyspace/commit_watch.h"
#include "keyspace/counted_ranges.h"
#include "ports/clock.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class LocalRowCounts final : public ports::KvStore {
 public:
  struct Grain {
    size_t page_rows = ports::kPassedRowsMax;
    size_t rows_max = 128;  // of the smallest ranges
    size_t growth = 16;     // of the ranges, from level to level
  };
  // Both outlive it.
  LocalRowCounts(ports::KvStore& below, ports::Clock& clock, size_t bytes_max)
      : LocalRowCounts(below, clock, bytes_max, Grain()) {}
  LocalRowCounts(ports::KvStore& below, ports::Clock& clock, size_t bytes_max, Grain grain);

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override { return below_.get(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    return below_.multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override { return below_.scan(request); }
  ports::PassedRows pass_over(const ports::ScanRequest& request) override;
  bool remembers_counts() const override { return true; }
  void commit(const ports::WriteBatch& batch) override;
  void hand_over(ports::WriteBatch& batch) override;

  void clear();
  size_t byte_count() const;

 private:
  // One step over rows that are known; none where none are, or a step would go too far.
  std::optional<ports::PassedRows> step(const ports::ScanRequest& rest);
  // One page, that ends where something is known.
  ports::PassedRows read_page(const ports::ScanRequest& rest);
  void remember(const ports::ScanRequest& request, const ports::ScanPage& page, BytesView bound);
  template <typename Commit>
  void commit_by(const ports::WriteBatch& batch, Commit&& commit);
  void forget_what_changes(const ports::WriteBatch& batch);

  ports::KvStore& below_;
  CommitWatch commits_;
  const Grain grain_;
  std::array<CountedRanges, 4> levels_;  // from small ranges to large ones
};

}  // namespace keemun::keyspace
