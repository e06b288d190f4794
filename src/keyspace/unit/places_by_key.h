// Where rows stand in a list that grows at its end, by their keys. The list is the owner's, who
// says which key stands at a place.
//
// As long as there are few, all are looked at; then there is a table of hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"

namespace keemun::keyspace {

class PlacesByKey {
 public:
  explicit PlacesByKey(const TableHash& hash = {}) : hash_(hash) {}

  template <typename KeyAt>
  std::optional<size_t> find(BytesView key, const KeyAt& key_at) const {
    return slots_.empty() ? find_by_sight(key, key_at) : find_by_hash(key, mark_of(key), key_at);
  }

  // As find(), with what add() takes where nothing is found: a key is hashed once for both.
  struct Sought {
    std::optional<size_t> place;
    std::optional<uint32_t> mark;  // none where it was not needed
  };
  template <typename KeyAt>
  Sought seek(BytesView key, const KeyAt& key_at) const {
    if (slots_.empty()) return {find_by_sight(key, key_at), std::nullopt};
    return seek(key, mark_of(key), key_at);
  }
  // By the mark that expect() gave.
  template <typename KeyAt>
  Sought seek(BytesView key, uint32_t mark, const KeyAt& key_at) const {
    return {slots_.empty() ? find_by_sight(key, key_at) : find_by_hash(key, mark, key_at), mark};
  }

  // The key is about to be sought: what that takes is fetched meanwhile.
  uint32_t expect(BytesView key) const {
    const uint32_t mark = mark_of(key);
    if (!slots_.empty()) __builtin_prefetch(&slots_[slot_of(mark)]);
    return mark;
  }

  // The row of this key, which was sought in vain, is about to come: where it will stand.
  template <typename KeyAt>
  size_t add(BytesView key, const Sought& sought, const KeyAt& key_at) {
    reserve(1, key_at);
    const size_t place = count_++;
    if (!slots_.empty()) put(sought.mark ? *sought.mark : mark_of(key), place);
    return place;
  }

  // So many are about to come.
  template <typename KeyAt>
  void reserve(size_t coming, const KeyAt& key_at) {
    const size_t count = count_ + coming;
    if (count <= kFew || count * 2 <= slots_.size()) return;
    const bool is_first_table = slots_.empty();
    make_room(count);
    if (!is_first_table) return;
    for (size_t place = 0; place < count_; ++place) put(mark_of(key_at(place)), place);
  }

  size_t size() const { return count_; }

  void clear() {
    count_ = 0;
    slots_ = {};
  }

 private:
  static constexpr size_t kFew = 4;

  // Open addressing: a row stands in the first free slot from where its mark says.
  struct Slot {
    uint32_t mark = 0;         // of the key
    uint32_t place_after = 0;  // the place + 1; 0: free
  };

  uint32_t mark_of(BytesView key) const { return static_cast<uint32_t>(hash_(key)); }
  size_t slot_of(uint32_t mark) const { return mark & (slots_.size() - 1); }
  size_t next_slot(size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  template <typename KeyAt>
  std::optional<size_t> find_by_sight(BytesView key, const KeyAt& key_at) const {
    for (size_t place = 0; place < count_; ++place) {
      if (key_at(place) == key) return place;
    }
    return std::nullopt;
  }
  template <typename KeyAt>
  std::optional<size_t> find_by_hash(BytesView key, uint32_t mark, const KeyAt& key_at) const {
    for (size_t slot = slot_of(mark); slots_[slot].place_after != 0; slot = next_slot(slot)) {
      const size_t place = slots_[slot].place_after - 1;
      if (slots_[slot].mark == mark && key_at(place) == key) return place;
    }
    return std::nullopt;
  }

  void put(uint32_t mark, size_t place);
  // For so many.
  void make_room(size_t count);

  TableHash hash_;
  size_t count_ = 0;
  std::vector<Slot> slots_;  // a power of two, or none
};

}  // namespace keemun::keyspace
