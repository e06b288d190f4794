// A fast 64-bit hash with a fixed meaning: the same bytes and seed give the same number on every
// machine, run and version of the program, for replayed runs depend on it. It is for tables in
// memory and for draws that are a function of their coordinates. It does not withstand somebody who
// searches for collisions, and it is never persisted.
#pragma once

#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace keemun {

// Constants with about half of their bits set: the first 64 bits of the fractions of the square
// roots of 2, 3, 5 and 7, with the last bit set.
inline constexpr std::array<uint64_t, 4> kHashRoots = {0x6a09e667f3bcc909, 0xbb67ae8584caa73b,
                                                       0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1};

uint64_t hash_bytes(BytesView bytes, uint64_t seed = 0);

// A one-to-one scramble in which every bit of the argument reaches every bit of the result.
inline uint64_t scramble(uint64_t value) {
  value = (value ^ (value >> 32)) * kHashRoots[0];
  value = (value ^ (value >> 29)) * kHashRoots[1];
  value = (value ^ (value >> 32)) * kHashRoots[3];
  return value ^ (value >> 29);
}

// One draw: a number that looks random and depends on nothing but its three arguments, in order.
// Each enters by a one-to-one step, so draws that differ in just one of them differ.
inline uint64_t hash_draw(uint64_t seed, uint64_t a, uint64_t b) {
  return scramble(scramble(scramble(seed + kHashRoots[2]) ^ a) + b);
}

// hash_draw(seed, 0, 0), hash_draw(seed, 1, 0), and so on.
class DrawSequence {
 public:
  explicit DrawSequence(uint64_t seed) : state_(scramble(seed + kHashRoots[2])) {}

  uint64_t next() { return scramble(scramble(state_ ^ ordinal_++)); }

 private:
  uint64_t state_;
  uint64_t ordinal_ = 0;
};

// For std::unordered_map<Bytes, T, BytesHash, std::equal_to<>>, which then finds by BytesView too.
struct BytesHash {
  using is_transparent = void;
  size_t operator()(BytesView bytes) const { return hash_bytes(bytes); }
};

}  // namespace keemun
