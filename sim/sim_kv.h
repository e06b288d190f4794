// The store of the simulated world: an ordered map behind the KvStore door, which counts what is
// asked of it. This is the profile `memory`: atomic, no faults, everything at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::sim {

class SimKv final : public ports::KvStore {
 public:
  using RowMap = std::map<Bytes, Bytes, std::less<>>;

  // What was asked since the last reset: what spec/costs.md counts.
  struct Counts {
    int64_t gets = 0;       // rows read by their keys, one by one or many at once
    int64_t get_calls = 0;  // get() and multi_get()
    int64_t scan_pages = 0;
    int64_t scanned_rows = 0;
    int64_t commits = 0;
    int64_t rows_put = 0;
    int64_t rows_erased = 0;
    int64_t ranges_erased = 0;
  };

  ports::Capabilities capabilities() const override;
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override;

  const Counts& counts() const { return counts_; }
  void reset_counts() { counts_ = {}; }

  // Behind the door, for whoever checks the rows or damages them.
  const RowMap& rows() const { return rows_; }
  RowMap& rows() { return rows_; }

 private:
  std::optional<Bytes> find(BytesView key) const;

  RowMap rows_;
  Counts counts_;
};

}  // namespace keemun::sim
