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
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "ports/doubts.h"
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
  // Entries stand in a ring by their use, which an entry of no row begins.
  struct Entry {
    std::optional<Bytes> value;
    bool is_known = true;  // not while its row is being committed
    const Bytes* key = nullptr;
    Entry* before = nullptr;
    Entry* behind = nullptr;
  };
  using Entries = std::unordered_map<Bytes, Entry, BytesHash, std::equal_to<>>;
  class Reading;
  class Committing;

  const std::optional<Bytes>* find(BytesView key);
  void remember(BytesView key, std::optional<Bytes> value);
  void forget(Entries::iterator place);
  void forget_ranges(std::span<const ports::WriteBatch::RangeErase> ranges);
  void put_last(Entry& entry);
  void take_out(Entry& entry);
  bool is_being_committed(BytesView key) const;

  ports::KvStore& below_;
  ports::Clock& clock_;
  const size_t bytes_max_;
  Entries entries_;
  Entry by_use_;  // behind it the entry longest unused
  size_t byte_count_ = 0;
  // What others are doing while a call waits below: few at a time, none where nothing waits.
  std::vector<Reading*> readings_;
  std::vector<const ports::WriteBatch*> commits_;
  ports::Doubts doubts_;
};

}  // namespace keemun::keyspace
