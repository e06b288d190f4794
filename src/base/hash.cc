#include "base/hash.h"

#include "base/load_words.h"

namespace keemun {
namespace {

__extension__ using Product = unsigned __int128;

// Multiplies to 128 bits and folds the halves: every bit of both factors reaches all of the result.
uint64_t fold_product(uint64_t left, uint64_t right) {
  const Product product = static_cast<Product>(left) * right;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Whoever knows the third mask can make a factor zero, and with it all that came before.
inline uint64_t hash_with(const std::array<uint64_t, 4>& masks, BytesView bytes, uint64_t seed) {
  // The length goes in first, so that a tail filled up with zeros is not the tail that has them.
  uint64_t state = fold_product(seed ^ masks[0], bytes.size() ^ masks[1]);
  while (bytes.size() > 16) {
    state = fold_product(load<uint64_t>(bytes.data()) ^ masks[2],
                         load<uint64_t>(bytes.data() + 8) ^ state);
    bytes.remove_prefix(16);
  }
  const auto [low, high] = load_words(bytes);
  return fold_product(fold_product(low ^ masks[2], high ^ state) ^ masks[3], masks[1]);
}

}  // namespace

uint64_t hash_bytes(BytesView bytes, uint64_t seed) {
  return hash_with(kHashRoots, bytes, seed);
}

TableHash::TableHash(uint64_t secret) : masks_() {
  DrawSequence draws(secret);
  for (uint64_t& mask : masks_) mask = draws.next() | 1;  // a factor that is not zero
}

uint64_t TableHash::operator()(BytesView bytes) const {
  return hash_with(masks_, bytes, 0);
}

}  // namespace keemun
