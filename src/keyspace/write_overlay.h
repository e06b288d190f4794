// Writes that are queued and not yet in the store, and reads that see them: a store with this laid
// over it looks as it will look after the commit.
//
// A row is either put or erased here, or unknown here; a later write of the same row replaces the
// earlier one. A range erase forgets the rows queued inside it and hides the store's rows there.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"
#include "ports/rows.h"
#include "ports/write_batch.h"

namespace keemun::keyspace {

class WriteOverlay {
 public:
  enum class Answer : uint8_t { kUnknown, kErased, kPut };
  struct Found {
    Answer answer = Answer::kUnknown;
    const Bytes* value = nullptr;  // of kPut; valid until the next write
  };

  bool empty() const { return writes_.empty() && range_erases_.empty(); }

  Found find(BytesView key) const;
  // As many answers as keys; asks `below` once, for those that are unknown here.
  std::vector<std::optional<Bytes>> multi_get(ports::KvStore& below,
                                              std::span<const Bytes> keys) const;
  // A page of `below` with the queued writes laid over it.
  ports::ScanPage scan(ports::KvStore& below, const ports::ScanRequest& request) const;

  void put(Bytes key, Bytes value, ports::Stage stage);
  void erase(Bytes key, ports::Stage stage);
  void erase_range(Bytes begin, Bytes end);

  // Every queued row as (key, value or null); not the ranges.
  template <typename Visit>
  void visit(Visit&& visit_write) const {
    for (const auto& [key, pending] : writes_) {
      visit_write(key, pending.is_erase ? nullptr : &pending.value);
    }
  }

  // Whether a row in the range is queued to be put.
  bool puts_within(BytesView begin, BytesView end) const;

  size_t byte_count() const { return byte_count_; }
  bool has_range_erases() const { return !range_erases_.empty(); }

  // Everything queued, as one batch; nothing is queued afterwards. `by_stage` orders the rows for a
  // store that makes them visible one by one.
  ports::WriteBatch take(bool by_stage);
  // The same as a copy, in the order of the rows.
  ports::WriteBatch copy() const;
  void clear();

 private:
  struct Pending {
    Bytes value;
    bool is_erase = false;
    ports::Stage stage = ports::Stage::kPut;
  };
  using Writes = std::map<Bytes, Pending, std::less<>>;

  void write(Bytes key, Pending pending);
  bool is_range_erased(BytesView key) const;
  // Adds a range to what is erased.
  void hide(Bytes begin, Bytes end);
  // Queued in a range, as far as it is worth counting.
  size_t count_writes(BytesView begin, BytesView end) const;

  template <bool kReverse>
  ports::ScanPage merge(ports::KvStore& below, const ports::ScanRequest& request) const;

  Writes writes_;
  std::vector<ports::WriteBatch::RangeErase> range_erases_;  // in the order in which they came
  std::map<Bytes, Bytes, std::less<>> erased_;  // the same as begin → end, none touching another
  size_t byte_count_ = 0;
};

}  // namespace keemun::keyspace
