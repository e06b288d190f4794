// A fast 64-bit hash with a fixed meaning: the same bytes and seed give the same number on every
// machine, run and version of the program, for replayed runs depend on it. It is for draws that are
// a function of their coordinates, and is never persisted. Anybody can make bytes that collide:
// tables of what strangers send have a secret of their own (TableHash).
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

namespace hashing {

// One-to-one; every bit of the argument reaches every bit of the result.
inline uint64_t scramble(uint64_t value) {
  value = (value ^ (value >> 32)) * kHashRoots[0];
  value = (value ^ (value >> 29)) * kHashRoots[1];
  value = (value ^ (value >> 32)) * kHashRoots[3];
  return value ^ (value >> 29);
}

}  // namespace hashing

// One draw: a number that looks random and depends on nothing but its three arguments, in order.
// Each enters by a one-to-one step, so draws that differ in just one of them differ.
inline uint64_t hash_draw(uint64_t seed, uint64_t a, uint64_t b) {
  using hashing::scramble;
  return scramble(scramble(scramble(seed + kHashRoots[2]) ^ a) + b);
}

// hash_draw(seed, 0, 0), hash_draw(seed, 1, 0), and so on.
class DrawSequence {
 public:
  explicit DrawSequence(uint64_t seed) : state_(hashing::scramble(seed + kHashRoots[2])) {}

  uint64_t next() { return hashing::scramble(hashing::scramble(state_ ^ ordinal_++)); }

 private:
  uint64_t state_;
  uint64_t ordinal_ = 0;
};

// For tables in memory: which bytes collide depends on a secret of the process, so that nobody
// outside can fill a table with them. Nothing that is seen outside may depend on it.
//
// With std::unordered_map<Bytes, T, TableHash, std::equal_to<>> one finds by BytesView too.
class TableHash {
 public:
  using is_transparent = void;

  TableHash() : masks_(kHashRoots) {}  // where nobody is a stranger
  explicit TableHash(uint64_t secret);

  uint64_t operator()(BytesView bytes) const;

 private:
  std::array<uint64_t, 4> masks_;
};

}  // namespace keemun
