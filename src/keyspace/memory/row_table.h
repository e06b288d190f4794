// A table of rows in memory, found by the hash of their key. Made for few misses of the processor's
// cache: a look-up touches a slot and the row behind it, which is one block with its key and value.
//
// Open addressing: a row stands in the first free slot from where its hash says. Rows stay where
// they are in memory while the table grows, and beside it stand in a ring, in an order that is the
// owner's business. The table owns them. Who looks for a key more than once hashes it once.
//
// A table that may become large is of parts, each of which grows by itself: to move the slots of
// two million rows takes 0.2 s, in which nobody is served.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"

namespace keemun::keyspace {

class RowTable {
 public:
  // Its bytes stand behind it, key and value, with room for `capacity_` of them.
  class Row {
   public:
    BytesView key() const { return {bytes(), key_bytes_}; }
    std::optional<BytesView> value() const {
      return is_absent_ ? std::nullopt
                        : std::optional(BytesView(bytes() + key_bytes_, value_bytes_));
    }
    // With the room that a longer value has left.
    size_t byte_count() const { return capacity_; }

    bool is_known = true;  // not while its row is being committed
    bool was_used = false;
    uint64_t stored_at = 0;  // a time of the owner's

   private:
    friend class RowTable;

    const char* bytes() const {
      return static_cast<const char*>(static_cast<const void*>(this + 1));
    }
    char* bytes() { return static_cast<char*>(static_cast<void*>(this + 1)); }
    void write_value(std::optional<BytesView> value);

    bool is_absent_ = true;
    uint32_t key_bytes_ = 0;
    uint32_t value_bytes_ = 0;
    uint32_t capacity_ = 0;
    Row* before_ = this;
    Row* behind_ = this;
  };

  // Of a row's key and value together.
  static constexpr size_t kRowBytesMax = std::numeric_limits<uint32_t>::max();

  // `bytes_max` is about what its rows may come to.
  explicit RowTable(const TableHash& hash = {}, size_t bytes_max = 0);
  RowTable(const RowTable&) = delete;
  RowTable& operator=(const RowTable&) = delete;

  uint64_t hash_of(BytesView key) const { return hash_(key); }
  Row* find(BytesView key, uint64_t hash) const {
    const std::vector<Slot>& slots = part_of(hash).slots;
    return slots[slot_of(slots, hash, key)].row.get();
  }
  // It is about to be sought: the slot is fetched meanwhile, and when that is there, the row.
  void fetch_slot(uint64_t hash) const { __builtin_prefetch(&first_slot(hash)); }
  void fetch_row(uint64_t hash) const { __builtin_prefetch(first_slot(hash).row.get()); }
  // The key is not there yet. The row stands last in the ring.
  Row& insert(BytesView key, uint64_t hash, std::optional<BytesView> value);
  // The row with this value: another block where that one has no room for it, or far too much.
  Row& set_value(Row& row, std::optional<BytesView> value);
  void erase(Row& row);
  void clear();
  // Many of its rows, of a table that may become large: there are so many such parts. Those go of
  // which the owner says so.
  size_t part_count() const { return parts_.size(); }
  template <typename IsGone>
  void erase_in_part(size_t number, IsGone&& is_gone) {
    std::vector<Slot>& slots = parts_[number].slots;
    for (size_t slot = 0; slot < slots.size();) {
      Row* const row = slots[slot].row.get();
      if (row != nullptr && is_gone(std::as_const(*row))) {
        erase(*row);  // another one may have moved up to its slot
      } else {
        ++slot;
      }
    }
  }
  // Rows that were found are there as long as this stays the same, and their values do.
  uint64_t erasures() const { return erasures_; }

  // The ring; null at its ends.
  Row* first() const { return next(ring_); }
  Row* next(const Row& row) const { return row.behind_ == &ring_ ? nullptr : row.behind_; }
  void put_last(Row& row);

 private:
  struct Free {
    void operator()(Row* row) const { ::operator delete(row); }
  };
  using OwnedRow = std::unique_ptr<Row, Free>;
  struct Slot {
    uint64_t hash = 0;
    OwnedRow row;
  };
  static constexpr size_t kSlotsMin = 16;  // a power of two, as every number of slots
  struct Part {
    std::vector<Slot> slots = std::vector<Slot>(kSlotsMin);
    size_t count = 0;
  };
  static constexpr size_t kPartBytes = size_t{8} << 20;  // of rows; to grow takes some ms then
  static constexpr size_t kPartsMax = size_t{1} << 16;   // from the beginning: 20 MB

  // By bits of the hash that say nothing of the slot.
  size_t part_number(uint64_t hash) const {
    constexpr int kSlotBits = 40;
    return (hash >> kSlotBits) & (parts_.size() - 1);
  }
  const Part& part_of(uint64_t hash) const { return parts_[part_number(hash)]; }
  Part& part_of(uint64_t hash) { return parts_[part_number(hash)]; }

  const Slot& first_slot(uint64_t hash) const {
    const std::vector<Slot>& slots = part_of(hash).slots;
    return slots[hash & (slots.size() - 1)];
  }
  static size_t next_slot(const std::vector<Slot>& slots, size_t slot) {
    return (slot + 1) & (slots.size() - 1);
  }
  // The slot of a row that is there, or the free one where it would go.
  static size_t slot_of(const std::vector<Slot>& slots, uint64_t hash, BytesView key);
  static void grow(Part& part);
  // In no ring yet.
  static OwnedRow make_row(BytesView key, std::optional<BytesView> value);
  static void unlink(Row& row);

  const TableHash hash_;
  std::vector<Part> parts_;  // a power of two
  uint64_t erasures_ = 0;
  Row ring_;  // stands between the last and the first
};

}  // namespace keemun::keyspace
