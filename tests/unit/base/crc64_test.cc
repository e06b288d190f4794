#include "base/crc64.h"

#include <gtest/gtest.h>

namespace keemun {
namespace {

TEST(Crc64, GivesTheCheckValueOfRedis) {
  EXPECT_EQ(crc64("123456789"), 0xe9c6d914c4b8d9ca);
  EXPECT_EQ(crc64(""), 0U);
}

}  // namespace
}  // namespace keemun
