// A store that remembers in memory what was lately read and written row by row, absent rows
// included, up to a number of bytes; the rows longest unused go first. Pages of scans pass through.
//
// An answer from memory is what the store below holds: rows of a commit are not remembered while it
// is under way, and not for a while after one that may still happen. It is the only writer of the
// rows it remembers; whoever hosts several processes on one store clears it when keys change hands.
// Belongs to one thread; the calls below suspend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "encodings/cache/doubts.h"
#include "ports/clock.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class LocalRowCache final : public ports::KvStore {
 public:
  // Both outlive it.
  LocalRowCache(ports::KvStore& below, ports::Clock& clock, size_t bytes_max);

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override { return below_.scan(request); }
  void commit(const ports::WriteBatch& batch) override;

  void clear();
  size_t byte_count() const { return byte_count_; }

 private:
  struct Entry;
  using Entries = std::map<Bytes, Entry, std::less<>>;
  struct Entry {
    std::optional<Bytes> value;
    std::list<Entries::iterator>::iterator place;
  };
  class Reading;
  class Committing;

  const std::optional<Bytes>* find(BytesView key);
  void remember(BytesView key, std::optional<Bytes> value);
  void forget(Entries::iterator entry);
  void forget_range(const ports::WriteBatch::RangeErase& range);
  ports::KvStore& below_;
  ports::Clock& clock_;
  const size_t bytes_max_;
  Entries entries_;
  std::list<Entries::iterator> by_use_;  // longest unused first
  size_t byte_count_ = 0;
  std::multimap<Bytes, Reading*, std::less<>> reading_;  // rows being read below
  std::multiset<Bytes, std::less<>> committing_;         // rows of commits under way
  int64_t range_commits_ = 0;                            // such commits that erase ranges
  encodings::Doubts doubts_;
};

}  // namespace keemun::keyspace
