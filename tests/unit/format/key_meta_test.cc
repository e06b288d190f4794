#include "format/key_meta.h"

#include <gtest/gtest.h>

#include "base/integer_codec.h"

namespace keemun::format {
namespace {

KeyMeta meta_of(Encoding encoding) {
  KeyMeta meta;
  meta.encoding = encoding;
  meta.version = KeyVersion(1724900000000);
  return meta;
}

TEST(KeyMeta, HasTheSizeOfItsEncoding) {
  EXPECT_EQ(encode_string_meta(meta_of(Encoding::kString), "abc").size(), 21u);
  EXPECT_EQ(encode_key_meta(meta_of(Encoding::kHashCounted)).size(), 22u);
  EXPECT_EQ(encode_key_meta(meta_of(Encoding::kHashBlind)).size(), 18u);
  EXPECT_EQ(encode_key_meta(meta_of(Encoding::kZSetRedisStored)).size(), 18u);
  EXPECT_EQ(encode_key_meta(meta_of(Encoding::kList)).size(), 30u);
}

TEST(KeyMeta, TheEmptyStringIsAValue) {
  const Bytes row = encode_string_meta(meta_of(Encoding::kString), {});
  ASSERT_EQ(row.size(), KeyMeta::kHeaderBytes);
  EXPECT_EQ(decode_key_meta(row), meta_of(Encoding::kString));
  EXPECT_EQ(string_value_of(row), "");
}

TEST(KeyMeta, AnyNegativeExpireMeansNone) {
  Bytes row = encode_key_meta(meta_of(Encoding::kSetBlind));
  Bytes expire;
  append_be_int64(expire, -5000);
  row.replace(10, 8, expire);
  ASSERT_TRUE(decode_key_meta(row).has_value());
  EXPECT_EQ(decode_key_meta(row)->expire_at_ms, kNoExpiry);
  EXPECT_FALSE(decode_key_meta(row)->has_expiry());
}

TEST(KeyMeta, WritesMinusOneForEveryNegativeExpire) {
  KeyMeta meta = meta_of(Encoding::kSetBlind);
  meta.expire_at_ms = -5000;
  EXPECT_EQ(encode_key_meta(meta), encode_key_meta(meta_of(Encoding::kSetBlind)));
}

TEST(KeyMeta, ExpireZeroIsAnExpiry) {
  KeyMeta meta = meta_of(Encoding::kSetBlind);
  meta.expire_at_ms = 0;
  EXPECT_TRUE(decode_key_meta(encode_key_meta(meta))->has_expiry());
}

TEST(KeyMetaDeathTest, WritesNoCountThatHasNoRoom) {
  KeyMeta meta = meta_of(Encoding::kHashCounted);
  meta.count = kCountMax + 1;
  EXPECT_DEATH(encode_key_meta(meta), "kCountMax");
  meta.count = -1;
  EXPECT_DEATH(encode_key_meta(meta), "count");
}

TEST(KeyMetaDeathTest, WritesNoPositionBeyondTheLast) {
  KeyMeta meta = meta_of(Encoding::kList);
  meta.first_position = ListPosition(std::numeric_limits<int64_t>::max());
  meta.count = 1;
  EXPECT_DEATH(encode_key_meta(meta), "positions_fit");
}

TEST(KeyMetaDeathTest, StringsAndCollectionsAreWrittenApart) {
  EXPECT_DEATH(encode_key_meta(meta_of(Encoding::kString)), "kString");
  EXPECT_DEATH(encode_string_meta(meta_of(Encoding::kList), "v"), "kString");
}

}  // namespace
}  // namespace keemun::format
