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
  template <typename KeyAt>
  std::optional<size_t> find(BytesView key, const KeyAt& key_at) const {
    return slots_.empty() ? find_by_sight(key, key_at) : find_by_hash(key, key_at);
  }

  // A row has come behind all others; no other has its key.
  template <typename KeyAt>
  void add(const KeyAt& key_at) {
    ++count_;
    if (slots_.empty() && count_ <= kFew) return;
    size_t first = count_ - 1;
    if (count_ * 2 > slots_.size()) {
      make_room();
      first = 0;
    }
    for (size_t place = first; place < count_; ++place)
      put_in_slot(place, hash_bytes(key_at(place)));
  }

  void clear() {
    count_ = 0;
    slots_.clear();
  }

 private:
  static constexpr size_t kFew = 4;

  template <typename KeyAt>
  std::optional<size_t> find_by_sight(BytesView key, const KeyAt& key_at) const {
    for (size_t place = 0; place < count_; ++place) {
      if (key_at(place) == key) return place;
    }
    return std::nullopt;
  }
  template <typename KeyAt>
  std::optional<size_t> find_by_hash(BytesView key, const KeyAt& key_at) const {
    const uint64_t hash = hash_bytes(key);
    for (size_t at = home_of(hash); slots_[at].place_after != 0; at = next_slot(at)) {
      const size_t place = slots_[at].place_after - 1;
      if (slots_[at].mark == mark_of(hash) && key_at(place) == key) return place;
    }
    return std::nullopt;
  }

  // Open addressing.
  struct Slot {
    uint32_t mark = 0;         // of the hash, what does not say where the slot is
    uint32_t place_after = 0;  // the place + 1; 0: free
  };
  static uint32_t mark_of(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }
  size_t home_of(uint64_t hash) const { return hash & (slots_.size() - 1); }
  size_t next_slot(size_t at) const { return (at + 1) & (slots_.size() - 1); }
  void put_in_slot(size_t place, uint64_t hash);
  // For twice as many, with nobody in it.
  void make_room();

  size_t count_ = 0;
  std::vector<Slot> slots_;  // a power of two, or none
};

}  // namespace keemun::keyspace
