#include "commands/string/prefix_lengths.h"

#include <array>
#include <bit>

namespace keemun::commands {

PrefixLengths::PrefixLengths(BytesView left, BytesView right)
    : words_((right.size() + kWordBits - 1) / kWordBits),
      stays_((left.size() + 1) * words_, ~uint64_t{0}) {
  // Where in `right` each byte of `left` stands.
  std::array<Row, 256> matches;
  for (const char byte : left) {
    Row& row = matches[static_cast<unsigned char>(byte)];
    if (row.empty()) row.resize(words_);
  }
  for (size_t j = 0; j < right.size(); ++j) {
    Row& row = matches[static_cast<unsigned char>(right[j])];
    if (!row.empty()) row[j / kWordBits] |= uint64_t{1} << j % kWordBits;
  }
  for (size_t i = 0; i < left.size(); ++i) {
    add_row(i, matches[static_cast<unsigned char>(left[i])]);
  }
}

void PrefixLengths::add_row(size_t above, const Row& matches) {
  const uint64_t* before = stays_.data() + above * words_;
  uint64_t* row = stays_.data() + (above + 1) * words_;
  uint64_t carry = 0;
  for (size_t i = 0; i < words_; ++i) {
    const uint64_t met = before[i] & matches[i];
    const uint64_t sum = before[i] + met;
    const uint64_t sum_with_carry = sum + carry;
    row[i] = sum_with_carry | (before[i] & ~matches[i]);
    carry = (sum < met || sum_with_carry < carry) ? 1 : 0;
  }
}

size_t PrefixLengths::total() const {
  size_t zeros = 0;
  for (size_t i = stays_.size() - words_; i < stays_.size(); ++i) {
    zeros += static_cast<size_t>(std::popcount(~stays_[i]));
  }
  return zeros;
}

}  // namespace keemun::commands
