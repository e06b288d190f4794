// Bytes as numbers: up to sixteen as two, for hashing and comparing short texts; eight at once.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace keemun {

static_assert(std::endian::native == std::endian::little);

template <typename Word>
uint64_t load(const char* bytes) {
  Word value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

inline void store(char* bytes, uint64_t word) {
  std::memcpy(bytes, &word, sizeof(word));
}

// The first byte as the lowest of `low`; none counts as zero.
struct Words {
  uint64_t low = 0;
  uint64_t high = 0;
};

// Each word in one or two loads, that may overlap: keys are short, and hashed more than once.
inline Words load_words(BytesView bytes) {
  const size_t size = bytes.size();
  const char* const first = bytes.data();
  const char* const end = first + size;
  if (size > 8) return {load<uint64_t>(first), load<uint64_t>(end - 8) >> (8 * (16 - size))};
  if (size >= 4) return {load<uint32_t>(first) | load<uint32_t>(end - 4) << (8 * (size - 4)), 0};
  Words words;
  for (size_t i = 0; i < size; ++i) words.low |= load<unsigned char>(first + i) << (8 * i);
  return words;
}

}  // namespace keemun
