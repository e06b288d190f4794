#include "base/crc16.h"

#include <gtest/gtest.h>

namespace keemun {
namespace {

TEST(Crc16, GivesTheXmodemCheckValue) {
  EXPECT_EQ(crc16("123456789"), 0x31c3);
  EXPECT_EQ(crc16(""), 0);
  EXPECT_EQ(crc16(BytesView("\0", 1)), 0);
  EXPECT_EQ(crc16("A"), 0x58e5);
  EXPECT_EQ(crc16("\xff"), 0x1ef0);
}

TEST(HashTag, IsTheFirstNonEmptyTextInBraces) {
  EXPECT_EQ(hash_tag("user1000"), "user1000");
  EXPECT_EQ(hash_tag("{user1000}.following"), "user1000");
  EXPECT_EQ(hash_tag("a{b}c{d}e"), "b");
  EXPECT_EQ(hash_tag("foo{{bar}}zap"), "{bar");
}

TEST(HashTag, IsTheWholeKeyIfTheFirstBracesHoldNothing) {
  EXPECT_EQ(hash_tag(""), "");
  EXPECT_EQ(hash_tag("foo{}{bar}"), "foo{}{bar}");
  EXPECT_EQ(hash_tag("foo{bar"), "foo{bar");
  EXPECT_EQ(hash_tag("foo}bar"), "foo}bar");
  EXPECT_EQ(hash_tag("foo}bar{"), "foo}bar{");
  EXPECT_EQ(hash_tag("}{x}"), "x");
}

// The answers of CLUSTER KEYSLOT.
TEST(KeySlot, IsRedisClusters) {
  EXPECT_EQ(key_slot("123456789"), 12739);
  EXPECT_EQ(key_slot("foo"), 12182);
  EXPECT_EQ(key_slot("bar"), 5061);
  EXPECT_EQ(key_slot("hello"), 866);
  EXPECT_EQ(key_slot(""), 0);
  EXPECT_EQ(key_slot("{user1000}.following"), key_slot("{user1000}.followers"));
  EXPECT_EQ(key_slot("{user1000}.following"), 3443);
}

}  // namespace
}  // namespace keemun
