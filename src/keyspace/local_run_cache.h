// A store that remembers in memory the pages of scans that were lately read, up to a number of
// bytes: short ones, with values. Rows by key pass through.
//
// A page is kept as a run: all rows that the store has between two bounds. Any scan that stays
// inside of one run is answered from it, in either direction. Runs do not overlap. Before a commit
// begins, a run with a row that it writes is cut there, and runs with rows of a range that it
// erases are forgotten. Who takes rows from an end, one by one, has them read ahead. Nothing that
// was read while a commit was under way is remembered, nor anything for a while after a commit that
// may still happen. Who may write is said in local_row_cache.h. Belongs to one thread; the calls
// below suspend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/clock.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class LocalRunCache final : public ports::KvStore {
 public:
  // Both outlive it.
  LocalRunCache(ports::KvStore& below, ports::Clock& clock, size_t bytes_max)
      : below_(below), clock_(clock), bytes_max_(bytes_max) {}

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override { return below_.get(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    return below_.multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override;

  void clear();
  size_t byte_count() const { return byte_count_; }

 private:
  struct Run {
    Bytes end;                     // excluded
    std::vector<ports::Row> rows;  // ascending
    size_t bytes = 0;
    std::list<const Bytes*>::iterator by_use;
  };
  using Runs = std::map<Bytes, Run, std::less<>>;  // by their low bound

  // The run that holds the side of the request from which it is answered.
  Runs::iterator find(const ports::ScanRequest& request);
  // None where the run ends before the answer does.
  static std::optional<ports::ScanPage> answer(const Runs::value_type& place,
                                               const ports::ScanRequest& request);
  void remember(const ports::ScanRequest& request, const ports::ScanPage& page);
  void forget(Runs::iterator place);
  void forget_range(BytesView begin, BytesView end);
  void forget_touched(const ports::WriteBatch& batch);
  // Leaves the side of `key` that has more rows.
  void cut(Runs::iterator place, BytesView key);

  ports::KvStore& below_;
  ports::Clock& clock_;
  const size_t bytes_max_;
  Runs runs_;
  std::list<const Bytes*> by_use_;  // the low bounds; the one longest unused first
  size_t byte_count_ = 0;
  size_t commits_under_way_ = 0;
  uint64_t commits_begun_ = 0;
  int64_t in_doubt_until_ms_ = 0;
  // By the size of the rows that were last asked for with more ahead: none before one was seen.
  size_t rows_ahead_max_ = 0;
};

}  // namespace keemun::keyspace
