// A fast 64-bit hash with a fixed meaning: the same bytes and seed give the same number on every
// machine, run and version of the program, for replayed runs depend on it. It is for tables in
// memory and for draws that are a function of their coordinates. It does not withstand somebody who
// searches for collisions, and it is never persisted.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun {

uint64_t hash_bytes(BytesView bytes, uint64_t seed = 0);

// One draw: a number that looks random and depends on nothing but its three arguments, in order.
uint64_t hash_draw(uint64_t seed, uint64_t a, uint64_t b);

// For std::unordered_map<Bytes, T, BytesHash, std::equal_to<>>, which then finds by BytesView too.
struct BytesHash {
  using is_transparent = void;
  size_t operator()(BytesView bytes) const { return hash_bytes(bytes); }
};

}  // namespace keemun
