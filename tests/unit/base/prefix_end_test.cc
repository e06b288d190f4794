#include "base/prefix_end.h"

#include <gtest/gtest.h>

namespace keemun {
namespace {

TEST(PrefixEnd, RaisesTheLastByte) {
  EXPECT_EQ(prefix_end("a"), "b");
  EXPECT_EQ(prefix_end("abc"), "abd");
  EXPECT_EQ(prefix_end(BytesView("\0", 1)), "\1");
  EXPECT_EQ(prefix_end("\x7f"), "\x80");
  EXPECT_EQ(prefix_end("\xfe"), "\xff");
}

TEST(PrefixEnd, CarriesOverFullBytes) {
  EXPECT_EQ(prefix_end("a\xff"), "b");
  EXPECT_EQ(prefix_end("a\xff\xff\xff"), "b");
  EXPECT_EQ(prefix_end("\xff"
                       "a\xff"),
            "\xff"
            "b");
  EXPECT_EQ(prefix_end(BytesView("\0\xff", 2)), "\1");
}

TEST(PrefixEnd, IsUnboundedForNothingAndForFullBytesOnly) {
  EXPECT_EQ(prefix_end(""), std::nullopt);
  EXPECT_EQ(prefix_end("\xff"), std::nullopt);
  EXPECT_EQ(prefix_end("\xff\xff\xff"), std::nullopt);
}

}  // namespace
}  // namespace keemun
