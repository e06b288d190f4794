#include "rdb/payload.h"

#include <gtest/gtest.h>

namespace keemun::rdb {
namespace {

// DUMP of the string "v", as redis-server 7.0.15 answers it.
constexpr BytesView kDumped("\x00\x01v\x0a\x00\x91\x08\xce\xb2\x19\x38\x8a\xce", 13);

TEST(Payload, IsSealedAsRedisDoesIt) {
  EXPECT_EQ(sealed(Bytes(kDumped.substr(0, 3))), kDumped);
  EXPECT_EQ(opened(kDumped), kDumped.substr(0, 3));
}

TEST(Payload, IsNotOpenedIfAnyByteIsAnother) {
  for (size_t i = 0; i < kDumped.size(); ++i) {
    Bytes changed(kDumped);
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(opened(changed).has_value()) << i;
    EXPECT_FALSE(opened(kDumped.substr(0, i)).has_value()) << i;
  }
}

// As Redis 7.2 (version 11) and 8 (12) seal "v", and one that is not known.
TEST(Payload, IsOpenedIfARedisOfTodayHasSealedIt) {
  EXPECT_TRUE(opened(BytesView("\x00\x01v\x0b\x00\xf8\xd7\x73\xc1\xe4\xa7\x63\x47", 13)));
  EXPECT_TRUE(opened(BytesView("\x00\x01v\x0c\x00\x5a\x7e\xfa\x72\xe3\x12\x14\x87", 13)));
  EXPECT_FALSE(opened(BytesView("\x00\x01v\x0d\x00\x33\xa1\x47\x01\x1e\x8d\xfd\x0e", 13)));
}

}  // namespace
}  // namespace keemun::rdb
