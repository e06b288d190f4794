#include "base/joined.h"

#include <gtest/gtest.h>

namespace keemun {
namespace {

TEST(Joined, IsAllPartsInTheirOrder) {
  EXPECT_EQ(joined(Bytes("a")), "a");
  EXPECT_EQ(joined(Bytes("a"), BytesView(), BytesView("b\0c", 3), "de"), Bytes("ab\0cde", 6));
  EXPECT_EQ(joined(BytesView(), Bytes()), "");
}

}  // namespace
}  // namespace keemun
