#include "format/member_index.h"

#include <gtest/gtest.h>

namespace keemun::format {
namespace {

TEST(MemberIndex, HoldsAMemberOfFourteenBytesItself) {
  const MemberIndex index(Bytes(14, 'm'));
  EXPECT_TRUE(index.is_inline());
  EXPECT_EQ(index.bytes(), '\0' + Bytes(14, 'm'));
  EXPECT_EQ(index.inline_member(), Bytes(14, 'm'));
}

TEST(MemberIndex, HoldsTheDigestOfAMemberOfFifteen) {
  const MemberIndex index(Bytes(15, 'm'));
  EXPECT_FALSE(index.is_inline());
  EXPECT_EQ(index.bytes().size(), 17u);
  EXPECT_EQ(index.bytes()[0], '\x01');
}

TEST(MemberIndex, TheEmptyMemberIsOneByte) {
  EXPECT_EQ(MemberIndex(BytesView()).bytes(), BytesView("\0", 1));
}

TEST(MemberIndex, RefusesWhatNoMemberHas) {
  EXPECT_FALSE(MemberIndex::decode({}).has_value());
  EXPECT_FALSE(MemberIndex::decode('\0' + Bytes(15, 'm')).has_value());
  EXPECT_FALSE(MemberIndex::decode('\x01' + Bytes(15, 'm')).has_value());
  EXPECT_FALSE(MemberIndex::decode('\x01' + Bytes(17, 'm')).has_value());
  EXPECT_FALSE(MemberIndex::decode('\x02' + Bytes(16, 'm')).has_value());
}

}  // namespace
}  // namespace keemun::format
