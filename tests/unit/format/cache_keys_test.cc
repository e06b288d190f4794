#include "format/cache_keys.h"

#include <gtest/gtest.h>

#include "base/crc16.h"

namespace keemun::format {
namespace {

TEST(CacheKeys, AreReadable) {
  const CacheKeys names("d");
  EXPECT_EQ(names.collection_key("user", KeyVersion(17)), "c#d{user}17");
  EXPECT_EQ(names.field_key("user", KeyVersion(17), "name"), "f#d4{user}17:name");
  EXPECT_EQ(names.member_key("user", KeyVersion(17), MemberIndex("m")),
            Bytes("c#d{user}17") + '\0' + "m");
}

TEST(CacheKeys, OfOneKeyShareItsSlot) {
  const CacheKeys names("d");
  const auto slot = key_slot("user");
  EXPECT_EQ(key_slot(names.collection_key("user", KeyVersion(1))), slot);
  EXPECT_EQ(key_slot(names.field_key("user", KeyVersion(1), "{f}")), slot);
  EXPECT_EQ(key_slot(names.member_key("user", KeyVersion(1), MemberIndex("m"))), slot);
}

TEST(CacheKeys, AFieldIsNeverTakenForPartOfTheVersion) {
  const CacheKeys names("d");
  EXPECT_NE(names.field_key("k", KeyVersion(1), "23"), names.collection_key("k", KeyVersion(123)));
  EXPECT_NE(names.field_key("k", KeyVersion(1), "23"), names.field_key("k", KeyVersion(12), "3"));
}

TEST(CacheKeys, AKeyWithBracesIsNeverTakenForAKeyAndItsField) {
  const CacheKeys names("d");
  EXPECT_NE(names.field_key("a", KeyVersion(1), "x}2:f"),
            names.field_key("a}1:x", KeyVersion(2), "f"));
  EXPECT_NE(names.field_key("a", KeyVersion(1), "x}2"),
            names.collection_key("a}1:x", KeyVersion(2)));
}

}  // namespace
}  // namespace keemun::format
