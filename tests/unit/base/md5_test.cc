#include "base/md5.h"

#include <gtest/gtest.h>

namespace keemun {
namespace {

Bytes hex(const Md5Digest& digest) {
  constexpr BytesView kDigits = "0123456789abcdef";
  Bytes text;
  for (const uint8_t byte : digest) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

// The test suite of RFC 1321, A.5.
TEST(Md5, GivesTheDigestsOfItsStandard) {
  EXPECT_EQ(hex(md5("")), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(hex(md5("a")), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(hex(md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(hex(md5("message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(hex(md5("abcdefghijklmnopqrstuvwxyz")), "c3fcd3d76192e4007dfb496cca67e13b");
  EXPECT_EQ(hex(md5("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")),
            "d174ab98d277d9f5a5611c2c9f419d9f");
  EXPECT_EQ(hex(md5("1234567890123456789012345678901234567890"
                    "1234567890123456789012345678901234567890")),
            "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(Md5, TakesANullViewForTheEmptyText) {
  EXPECT_EQ(md5(BytesView()), md5(""));
}

TEST(Md5Bytes, AreTheFirstBytesOfTheDigest) {
  EXPECT_EQ(md5_bytes("a", 4), "\x0c\xc1\x75\xb9");
  EXPECT_EQ(md5_bytes("a", 0), "");
  EXPECT_EQ(md5_bytes("a").size(), 16u);
  EXPECT_EQ(md5_bytes("a").substr(12), "\x69\x77\x26\x61");
}

TEST(Md5BytesDeathTest, CannotBeMoreThanTheDigestHas) {
  EXPECT_DEATH(md5_bytes("a", 17), "CHECK failed");
}

}  // namespace
}  // namespace keemun
