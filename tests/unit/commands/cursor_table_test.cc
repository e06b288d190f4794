#include "commands/cursor_table.h"

#include <gtest/gtest.h>

#include <vector>

namespace keemun::commands {
namespace {

using Answer = CursorTable::Answer;

constexpr uint64_t kStart = 1000;
constexpr size_t kMegabyte = 1 << 20;

Bytes position_of(uint64_t cursor, size_t bytes) {
  return Bytes(bytes, static_cast<char>('a' + cursor % 26));
}

TEST(CursorTable, KnowsWhatWasGivenFromWhatWasNot) {
  CursorTable table(kStart);
  EXPECT_EQ(table.find(kStart).answer, Answer::kGone);
  const uint64_t cursor = table.add("somewhere");
  EXPECT_GT(cursor, kStart);
  ASSERT_EQ(table.find(cursor).answer, Answer::kFound);
  EXPECT_EQ(*table.find(cursor).position, "somewhere");
  EXPECT_EQ(table.find(cursor + 1).answer, Answer::kNeverGiven);
}

TEST(CursorTable, KeepsSoManyPositions) {
  CursorTable table(kStart);
  const uint64_t first = table.add("first");
  for (size_t i = 1; i < CursorTable::kPositionsMax; ++i) table.add("another");
  ASSERT_EQ(table.find(first).answer, Answer::kFound);
  EXPECT_EQ(*table.find(first).position, "first");
  table.add("one too many");
  EXPECT_EQ(table.find(first).answer, Answer::kGone);
  EXPECT_EQ(table.find(first + 1).answer, Answer::kFound);
}

TEST(CursorTable, KeepsFewPositionsThatAreLong) {
  CursorTable table(kStart);
  constexpr size_t kKept = CursorTable::kPositionsBytesMax / kMegabyte;
  uint64_t last = kStart;
  for (size_t i = 0; i < 3 * kKept; ++i) last = table.add(Bytes(kMegabyte, 'x'));
  EXPECT_EQ(table.find(last - kKept).answer, Answer::kGone);
  EXPECT_EQ(table.find(last - kKept + 1).answer, Answer::kFound);
  table.add("x");
  EXPECT_EQ(table.find(last - kKept + 1).answer, Answer::kGone);
  EXPECT_EQ(table.find(last - kKept + 2).answer, Answer::kFound);
}

TEST(CursorTable, KeepsTheNewestPositionWhateverItsLength) {
  CursorTable table(kStart);
  const uint64_t small = table.add("small");
  for (const char name : {'a', 'b'}) {
    const Bytes position(CursorTable::kPositionsBytesMax + 1, name);
    const uint64_t cursor = table.add(position);
    ASSERT_EQ(table.find(cursor).answer, Answer::kFound);
    EXPECT_EQ(*table.find(cursor).position, position);
    EXPECT_EQ(table.find(cursor - 1).answer, Answer::kGone);
  }
  const uint64_t next = table.add("next");
  EXPECT_EQ(table.find(next).answer, Answer::kFound);
  EXPECT_EQ(table.find(next - 1).answer, Answer::kGone);
  EXPECT_EQ(table.find(small).answer, Answer::kGone);
}

// The lengths grow and fall, so that now the number of positions is the bound, now their bytes.
TEST(CursorTable, HasTheNewestPositionsThatKeepBothBounds) {
  CursorTable table(kStart);
  std::vector<size_t> lengths;
  constexpr size_t kGiven = 6 * CursorTable::kPositionsMax;
  constexpr size_t kRound = 3 * CursorTable::kPositionsMax;
  for (size_t i = 0; i < kGiven; ++i) {
    lengths.push_back(i % kRound / 16);
    table.add(position_of(kStart + i + 1, lengths.back()));
    if (i % 1009 != 0 && i + 1 < kGiven) continue;
    size_t kept = 1;
    size_t bytes = lengths[i];
    while (kept < CursorTable::kPositionsMax && kept <= i &&
           bytes + lengths[i - kept] <= CursorTable::kPositionsBytesMax) {
      bytes += lengths[i - kept++];
    }
    const uint64_t oldest = kStart + i + 2 - kept;
    ASSERT_EQ(table.find(oldest - 1).answer, Answer::kGone) << i;
    ASSERT_EQ(table.find(oldest).answer, Answer::kFound) << i;
    ASSERT_EQ(*table.find(oldest).position, position_of(oldest, lengths[oldest - kStart - 1]));
  }
}

}  // namespace
}  // namespace keemun::commands
