#include "base/hash.h"

#include <array>
#include <bit>
#include <cstring>

namespace keemun {
namespace {

static_assert(std::endian::native == std::endian::little);

// Constants with about half of their bits set: the first 64 bits of the fractions of the square
// roots of 2, 3, 5 and 7, with the last bit set.
constexpr std::array<uint64_t, 4> kRoots = {0x6a09e667f3bcc909, 0xbb67ae8584caa73b,
                                            0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1};

__extension__ using Product = unsigned __int128;

// Multiplies to 128 bits and folds the halves: every bit of both factors reaches all of the result.
uint64_t fold_product(uint64_t left, uint64_t right) {
  const Product product = static_cast<Product>(left) * right;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Up to eight bytes, the first as the lowest.
uint64_t load_little_endian(BytesView bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i > 0; --i) {
    value = (value << 8) | static_cast<unsigned char>(bytes[i - 1]);
  }
  return value;
}

uint64_t load_word(const char* bytes) {
  uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

// A one-to-one scramble in which every bit of the argument reaches every bit of the result.
uint64_t scramble(uint64_t value) {
  value = (value ^ (value >> 32)) * kRoots[0];
  value = (value ^ (value >> 29)) * kRoots[1];
  value = (value ^ (value >> 32)) * kRoots[3];
  return value ^ (value >> 29);
}

}  // namespace

uint64_t hash_bytes(BytesView bytes, uint64_t seed) {
  // The length goes in first, so that a tail filled up with zeros is not the tail that has them.
  uint64_t state = fold_product(seed ^ kRoots[0], bytes.size() ^ kRoots[1]);
  while (bytes.size() > 16) {
    state = fold_product(load_word(bytes.data()) ^ kRoots[2], load_word(bytes.data() + 8) ^ state);
    bytes.remove_prefix(16);
  }
  const uint64_t low = load_little_endian(bytes.substr(0, 8));
  const uint64_t high = bytes.size() > 8 ? load_little_endian(bytes.substr(8)) : 0;
  return fold_product(fold_product(low ^ kRoots[2], high ^ state) ^ kRoots[3], kRoots[1]);
}

// Each argument enters by a one-to-one step, so draws that differ in just one of them differ.
uint64_t hash_draw(uint64_t seed, uint64_t a, uint64_t b) {
  return scramble(scramble(scramble(seed + kRoots[2]) ^ a) + b);
}

}  // namespace keemun
