#include "format/encoding.h"

#include <gtest/gtest.h>

#include <set>

namespace keemun::format {
namespace {

TEST(Encoding, IsTheTwoBytesOnDisk) {
  EXPECT_EQ(type_of(Encoding::kZSetRedisStored), KeyType::kZSet);
  EXPECT_EQ(encode_version_of(Encoding::kZSetRedisStored), 3);
  EXPECT_EQ(type_of(Encoding::kString), KeyType::kString);
  EXPECT_EQ(encode_version_of(Encoding::kString), 0);
}

TEST(Encoding, EveryOneIsFoundByItsTypeAndVersion) {
  const std::set<Encoding> all(kAllEncodings.begin(), kAllEncodings.end());
  EXPECT_EQ(all.size(), 15u);
  for (const Encoding encoding : all) {
    EXPECT_EQ(encoding_of(type_of(encoding), encode_version_of(encoding)), encoding);
  }
}

TEST(Encoding, NothingElseIsFound) {
  size_t found = 0;
  for (int version = 0; version < 256; ++version) {
    for (int type = 0; type < 256; ++type) {
      found += encoding_of(static_cast<KeyType>(type), static_cast<uint8_t>(version)).has_value();
    }
  }
  EXPECT_EQ(found, kAllEncodings.size());
}

TEST(Encoding, CountsAreKeptWhereTheTablesSaySo) {
  std::set<Encoding> counted;
  for (const Encoding encoding : kAllEncodings) {
    if (keeps_count(encoding)) counted.insert(encoding);
  }
  const std::set<Encoding> expected = {
      Encoding::kHashCounted,     Encoding::kHashCountedCached, Encoding::kZSetIndexed,
      Encoding::kZSetRedisCached, Encoding::kZSetRedisIndexed,  Encoding::kList,
      Encoding::kSetCounted,      Encoding::kSetCountedCached,  Encoding::kStream};
  EXPECT_EQ(counted, expected);
  EXPECT_FALSE(keeps_count(static_cast<Encoding>(0x7777)));
}

}  // namespace
}  // namespace keemun::format
