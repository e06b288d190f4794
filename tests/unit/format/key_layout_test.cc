#include "format/key_layout.h"

#include <gtest/gtest.h>

#include <set>

namespace keemun::format {
namespace {

const KeyVersion kVersion(1724900000000);

TEST(PlainLayout, IsOnePartition) {
  const KeyLayout layout(LayoutKind::kPlain, "d");
  EXPECT_EQ(layout.partition_count(), 1u);
  EXPECT_EQ(layout.partition_of("any"), 0u);
  EXPECT_EQ(layout.family_rows(RowFamily::kMeta, 0), (KeyRange{"m#d", "m#e"}));
}

TEST(PlainLayout, HoldsTheEmptyKeyInsideItsRange) {
  const KeyLayout layout(LayoutKind::kPlain, "d");
  EXPECT_EQ(layout.meta_key(""), "m#d");
  EXPECT_TRUE(layout.family_rows(RowFamily::kMeta, 0).contains(layout.meta_key("")));
  EXPECT_TRUE(layout.decode_meta_key("m#d").is_ours());
}

TEST(PlainLayout, CarriesTheEndOfANamespaceOfAllFF) {
  const KeyLayout layout(LayoutKind::kPlain, "\xff\xff");
  EXPECT_EQ(layout.family_rows(RowFamily::kSub, 0).end, "s$");
}

TEST(SlotLayout, HasOnePartitionPerSlot) {
  const KeyLayout layout(LayoutKind::kSlot, "d");
  EXPECT_EQ(layout.partition_count(), 16384u);
  EXPECT_EQ(layout.partition_of("{user}:1"), layout.partition_of("x{user}y"));
  std::set<Bytes> begins;
  for (uint32_t i = 0; i < layout.partition_count(); ++i) {
    begins.insert(layout.family_rows(RowFamily::kIndex, i).begin);
  }
  EXPECT_EQ(begins.size(), 16384u);
}

TEST(SlotLayout, KeepsTheRowsOfOneKeyTogether) {
  const KeyLayout layout(LayoutKind::kSlot, "d");
  const BytesView prefix = slot_prefix(slot_of_key("k"));
  EXPECT_TRUE(layout.meta_key("k").starts_with(prefix));
  EXPECT_TRUE(layout.generation("k", kVersion).sub_prefix().starts_with(prefix));
  EXPECT_TRUE(layout.generation("k", kVersion).score_prefix().starts_with(prefix));
}

TEST(SlotLayout, ARowUnderTheSlotOfAnotherKeyIsCorrupt) {
  const KeyLayout layout(LayoutKind::kSlot, "d");
  Bytes row = layout.meta_key("k");
  row.replace(0, kSlotPrefixBytes,
              slot_prefix(Slot((layout.partition_of("k") + 1) % Slot::kCount)));
  EXPECT_EQ(layout.decode_meta_key(row).verdict, RowVerdict::kCorrupt);
}

TEST(Md5Layout, ARowUnderTheDigestOfAnotherKeyIsCorrupt) {
  const KeyLayout layout(LayoutKind::kMd5, "d");
  Bytes row = layout.generation("k", kVersion).sub_key("f");
  row[3] = static_cast<char>(row[3] + 1);
  EXPECT_EQ(layout.decode_sub_key(row).verdict, RowVerdict::kCorrupt);
}

TEST(KeyLayout, ReadsNothingOfALongerKeyLengthThanThereIs) {
  const KeyLayout layout(LayoutKind::kPlain, "a");
  // A row of the namespace "ab" as one of "a": 'b' becomes the highest byte of the key's length.
  const Bytes row = KeyLayout(LayoutKind::kPlain, "ab").generation("k", kVersion).sub_key("f");
  EXPECT_EQ(layout.decode_sub_key(row).verdict, RowVerdict::kCorrupt);
}

TEST(KeyLayoutDeathTest, HasNoPartitionBeyondTheLast) {
  const KeyLayout layout(LayoutKind::kPlain, "d");
  EXPECT_DEATH(layout.family_rows(RowFamily::kMeta, 1), "partition");
}

TEST(KeyGenerationDeathTest, AnInlineMemberHasNoIndexRow) {
  const KeyLayout layout(LayoutKind::kPlain, "d");
  EXPECT_DEATH(layout.generation("k", kVersion).index_key(MemberIndex("short")), "is_inline");
}

TEST(KeyGeneration, AScoreRunOfOneExclusiveScoreIsEmpty) {
  const KeyGeneration rows = KeyLayout(LayoutKind::kPlain, "d").generation("k", kVersion);
  EXPECT_TRUE(rows.score_rows({1, true}, {1, false}).is_empty());
  EXPECT_TRUE(rows.score_rows({2, false}, {1, false}).is_empty());
  EXPECT_FALSE(rows.score_rows({1, false}, {1, false}).is_empty());
}

TEST(KeyGeneration, ARunFromLowestToHighestIsEveryRow) {
  const KeyGeneration rows = KeyLayout(LayoutKind::kMd5, "d").generation("k", kVersion);
  EXPECT_EQ(rows.sub_rows({MemberBound::Kind::kLowest, {}}, {MemberBound::Kind::kHighest, {}}),
            rows.all_sub_rows());
}

TEST(SlotPrefix, LeadsBackToItsSlot) {
  for (uint32_t slot = 0; slot < Slot::kCount; ++slot) {
    ASSERT_EQ(slot_of_prefix(slot_prefix(Slot(slot))), Slot(slot));
  }
  EXPECT_EQ(slot_of_prefix("12345678"), std::nullopt);
  EXPECT_EQ(slot_of_prefix(""), std::nullopt);
  EXPECT_EQ(slot_of_prefix(Bytes(9, '\xff')), std::nullopt);
}

TEST(SlotPrefixDeathTest, ThereIsNoSlotBeyondTheLast) {
  EXPECT_DEATH(slot_prefix(Slot(Slot::kCount)), "kCount");
}

}  // namespace
}  // namespace keemun::format
