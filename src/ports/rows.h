// Rows as whoever keeps a collection sees them: the store with the writes of the running unit of
// work laid over it. Reads see what this unit has queued; nothing is written before the unit
// commits.
//
// A Stage says when a row becomes visible on a store that applies a batch row by row. The order is
// such that a crash in between leaves garbage that nobody reaches, or a count that is too high.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"
#include "ports/write_batch.h"

namespace keemun::ports {

enum class Stage : uint8_t {
  kIndexFirst,  // what leads to a meta: before it comes
  kMetaFirst,   // a meta that grows or disappears
  kErase,       // rows that go
  kPut,         // rows that come
  kStale,       // rows that others have replaced: an old index row
  kMetaLast,    // a meta that is new or shrinks
  kIndexLast,   // what led to a meta: after it has gone
};

// Something beside the store that must hear of the commit: a cache that has to forget what is about
// to change, an index that is kept elsewhere. A call that throws ends the commit there.
class Participant {
 public:
  virtual ~Participant() = default;
  virtual void before_commit() = 0;
  virtual void after_commit() = 0;
  // Whether before_commit() has changed what clients see: a commit that fails then has not left
  // everything as it was.
  virtual bool has_acted() const { return false; }
};

class Rows {
 public:
  virtual ~Rows() = default;

  virtual std::optional<Bytes> get(BytesView key) = 0;
  virtual std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) = 0;
  // A page of at most rows_max rows; as KvStore::scan.
  virtual ScanPage scan(const ScanRequest& request) = 0;
  // As of a KvStore.
  virtual PassedRows pass_over(const ScanRequest& request) = 0;
  virtual bool remembers_counts() const = 0;

  virtual void put(Bytes key, Bytes value, Stage stage, WasThere was_there = {}) = 0;
  virtual void erase(Bytes key, Stage stage, WasThere was_there = {}) = 0;
  virtual void erase_range(Bytes begin, Bytes end) = 0;

  virtual void join(std::unique_ptr<Participant> participant) = 0;
};

}  // namespace keemun::ports
