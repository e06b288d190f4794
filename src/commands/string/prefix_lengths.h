// The lengths of the longest common subsequences of all pairs of prefixes of two strings: L(i, j)
// of the first i bytes of the left and the first j of the right one.
//
// L(i, j) is as long as L(i, j - 1), or longer by one: a bit for each pair says which. A row of
// bits follows from the one before by one addition (Hyyrö, "Bit-parallel LCS-length computation
// revisited", 2004), so that 64 pairs cost a few instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace keemun::commands {

class PrefixLengths {
 public:
  PrefixLengths(BytesView left, BytesView right);

  // Whether L(i, j) is longer than L(i, j - 1).
  bool grows(size_t left_size, size_t right_size) const {
    const uint64_t word = stays_[left_size * words_ + (right_size - 1) / kWordBits];
    return (word >> (right_size - 1) % kWordBits & 1) == 0;
  }
  // Of both strings as a whole.
  size_t total() const;

 private:
  static constexpr size_t kWordBits = 64;
  // Bits behind the last byte of `right` stay: no string has bytes there that could match.
  using Row = std::vector<uint64_t>;

  void add_row(size_t above, const Row& matches);

  const size_t words_;  // of a row
  Row stays_;           // row by row; bit j - 1 of row i is set where L(i, j) = L(i, j - 1)
};

}  // namespace keemun::commands
