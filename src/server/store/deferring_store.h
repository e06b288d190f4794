// The store as the thread that runs commands sees it. While somebody is in a hurry, a read that
// memory has no answer to throws ColdRead in the place of waiting for the disk: the request is
// broken off, and begun anew when other threads have brought its rows into memory. It has left
// nothing behind, for a command only gathers what it writes until it is done.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"
#include "rocks/rocks_store.h"

namespace keemun::server {

// What the disk has to be asked for: some rows, or a page of them; and what will be missing next.
class ColdRead {
 public:
  explicit ColdRead(std::vector<Bytes> keys) : keys_(std::move(keys)) {}
  explicit ColdRead(const ports::ScanRequest& page)
      : page_(page), begin_(page.begin), end_(page.end), mark_(page.mark.bytes) {}

  // Rows that whoever was broken off names, in the order in which he reads them: those behind what
  // is missing are asked for too, so many of them.
  void expect(std::vector<Bytes> rows, size_t rows_max);
  // Of a page, where the walk goes to that it may be part of; empty where it is none.
  Bytes walk() const;
  // The same read in up to so many parts, for as many threads, where it is worth it.
  std::vector<ColdRead> split(size_t parts_max) &&;

  // Afterwards the answer is in memory, unless others have pushed it out again; of a page, so many
  // pages. From any thread.
  void ask(ports::KvStore& store, size_t pages_max, const std::atomic<bool>& is_over) const;

 private:
  std::vector<Bytes> keys_;
  std::optional<ports::ScanRequest> page_;  // with these for what it only points to
  Bytes begin_;
  Bytes end_;
  Bytes mark_;
};

class DeferringStore final : public ports::KvStore {
 public:
  explicit DeferringStore(rocks::RocksStore& below) : below_(below) {}

  // While it lives, no read waits for the disk. It is made and ends while nobody else reads.
  class Hurry {
   public:
    explicit Hurry(DeferringStore& store) : store_(store) { store_.set_in_a_hurry(true); }
    Hurry(const Hurry&) = delete;
    Hurry& operator=(const Hurry&) = delete;
    ~Hurry() { store_.set_in_a_hurry(false); }

   private:
    DeferringStore& store_;
  };

  // For who goes on in the place of another. What it was.
  bool set_in_a_hurry(bool is_in_a_hurry) { return std::exchange(is_in_a_hurry_, is_in_a_hurry); }

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override { below_.commit(batch); }

 private:
  rocks::RocksStore& below_;
  bool is_in_a_hurry_ = false;
};

}  // namespace keemun::server
