// The bits that PrefixLengths computes by the word are what the table says that everybody knows.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "commands/string/prefix_lengths.h"

namespace keemun {
namespace {

using Table = std::vector<std::vector<size_t>>;

Table plain_table(const Bytes& left, const Bytes& right) {
  Table lengths(left.size() + 1, std::vector<size_t>(right.size() + 1));
  for (size_t i = 1; i <= left.size(); ++i) {
    for (size_t j = 1; j <= right.size(); ++j) {
      lengths[i][j] = left[i - 1] == right[j - 1] ? lengths[i - 1][j - 1] + 1
                                                  : std::max(lengths[i - 1][j], lengths[i][j - 1]);
    }
  }
  return lengths;
}

void check(const Bytes& left, const Bytes& right) {
  const Table expected = plain_table(left, right);
  const commands::PrefixLengths lengths(left, right);
  RC_ASSERT(lengths.total() == expected.back().back());
  for (size_t i = 1; i <= left.size(); ++i) {
    for (size_t j = 1; j <= right.size(); ++j) {
      RC_ASSERT(lengths.grows(i, j) == (expected[i][j] > expected[i][j - 1]));
    }
  }
}

// Of few different bytes, so that much is in common; over several words.
Bytes drawn(size_t letters) {
  const auto size = *rc::gen::inRange<size_t>(0, 300);
  return *rc::gen::container<Bytes>(
      size, rc::gen::map(rc::gen::inRange<size_t>(0, letters),
                         [](size_t letter) { return static_cast<char>(0xFF - letter); }));
}

RC_GTEST_PROP(PrefixLengths, EqualThePlainTable, ()) {
  const size_t letters = *rc::gen::element<size_t>(1, 2, 4, 200);
  check(drawn(letters), drawn(letters));
}

RC_GTEST_PROP(PrefixLengths, OfStringsThatAreAlikeExceptForAFewBytes, ()) {
  const Bytes left = drawn(3);
  Bytes right = left;
  for (const size_t place :
       *rc::gen::container<std::vector<size_t>>(3, rc::gen::arbitrary<size_t>())) {
    if (!right.empty()) right.erase(place % right.size(), 1);
  }
  check(left, right);
}

TEST(PrefixLengths, OfEmptyStringsAreNone) {
  EXPECT_EQ(commands::PrefixLengths("", "").total(), 0U);
  EXPECT_EQ(commands::PrefixLengths("a", "").total(), 0U);
  EXPECT_EQ(commands::PrefixLengths("", "a").total(), 0U);
}

}  // namespace
}  // namespace keemun
