// A store that remembers in memory how many rows stand between bounds, so that a rank or a count is
// known without reading every row before it.
//
// It knows what a commit makes of what it knows (row_counts.h) from when that begins: nobody counts
// what is being written. Where a commit fails, what it writes in is forgotten.
//
// Nothing that was read while a commit was under way is remembered, nor anything for a while after
// a commit that may still happen. Who may write, and call, is said in local_row_cache.h; the calls
// below suspend.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "keyspace/memory/commit_watch.h"
#include "keyspace/memory/row_counts.h"
#include "ports/clock.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class LocalRowCounts final : public ports::KvStore {
 public:
  using Grain = RowCounts::Grain;
  // Both outlive it.
  LocalRowCounts(ports::KvStore& below, ports::Clock& clock, size_t bytes_max)
      : LocalRowCounts(below, clock, bytes_max, Grain()) {}
  LocalRowCounts(ports::KvStore& below, ports::Clock& clock, size_t bytes_max, Grain grain);

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override { return below_.get(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    return below_.multi_get(keys);
  }
  void about_to_get(std::span<const Bytes> keys) override { below_.about_to_get(keys); }
  std::optional<Bytes> known_head(BytesView key) override { return below_.known_head(key); }
  ports::ScanPage scan(const ports::ScanRequest& request) override { return below_.scan(request); }
  ports::PassedRows pass_over(const ports::ScanRequest& request) override;
  bool remembers_counts() const override { return true; }
  void commit(const ports::WriteBatch& batch) override;
  void hand_over(ports::WriteBatch& batch) override;

  void clear();
  size_t byte_count() const { return counts_.byte_count(); }

 private:
  ports::PassedRows read_page(const ports::ScanRequest& part);
  void remember(const ports::ScanRequest& request, const ports::ScanPage& page, BytesView bound);
  template <typename Commit>
  void commit_by(const ports::WriteBatch& batch, Commit&& commit);

  ports::KvStore& below_;
  CommitWatch commits_;
  const size_t page_rows_;
  RowCounts counts_;
};

}  // namespace keemun::keyspace
