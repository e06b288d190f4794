// A table of rows in memory, found by the hash of their key. Made for few misses of the processor's
// cache: a look-up touches a slot and the row behind it, which is one block with its key and value.
//
// Open addressing: a row stands in the first free slot from where its hash says. Rows stay where
// they are in memory while the table grows, and beside it stand in a ring, in an order that is the
// owner's business. The table owns them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace keemun::keyspace {

class RowTable {
 public:
  class Row {
   public:
    BytesView key() const { return {bytes(), key_size_}; }
    std::optional<BytesView> value() const {
      if (is_absent_) return std::nullopt;
      return BytesView(bytes() + key_size_, value_size_);
    }
    size_t byte_count() const { return key_size_ + value_size_; }

    bool is_known = true;  // not while its row is being committed
    bool was_used = false;

   private:
    friend class RowTable;

    const char* bytes() const { return reinterpret_cast<const char*>(this + 1); }

    bool is_absent_ = true;
    size_t key_size_ = 0;
    size_t value_size_ = 0;
    size_t room_ = 0;  // for key and value, right behind this
    uint64_t hash_ = 0;
    Row* before_ = nullptr;
    Row* behind_ = nullptr;
  };

  RowTable() { clear(); }
  RowTable(const RowTable&) = delete;
  RowTable& operator=(const RowTable&) = delete;

  Row* find(BytesView key) const;
  // The key is not there yet. The row stands last in the ring.
  Row& insert(BytesView key, std::optional<BytesView> value);
  // The row may move for it.
  Row& set_value(Row& row, std::optional<BytesView> value);
  void erase(Row& row);
  void clear();

  // The ring; null at its ends.
  Row* first() const { return next(ring_); }
  Row* next(const Row& row) const { return row.behind_ == &ring_ ? nullptr : row.behind_; }
  void put_last(Row& row);

 private:
  struct FreeRow {
    void operator()(Row* row) const;
  };
  using OwnedRow = std::unique_ptr<Row, FreeRow>;
  struct Slot {
    uint64_t hash = 0;
    OwnedRow row;
  };
  static constexpr size_t kSlotsMin = 16;  // a power of two, as every number of slots

  size_t next_slot(size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  // The slot of a row that is there, or the free one where it would go.
  size_t slot_of(uint64_t hash, BytesView key) const;
  void grow();
  static OwnedRow make_row(BytesView key, std::optional<BytesView> value);
  static void write_value(Row& row, std::optional<BytesView> value);
  static void unlink(Row& row);

  std::vector<Slot> slots_;
  size_t count_ = 0;
  Row ring_;  // stands between the last and the first
};

}  // namespace keemun::keyspace
