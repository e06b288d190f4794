// Sums of numbers that clients give, as Redis' arithmetic has them: they go on at the other end.
#pragma once

#include <cstdint>

namespace keemun {

constexpr int64_t wrapping_sum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

constexpr int64_t wrapping_difference(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

}  // namespace keemun
