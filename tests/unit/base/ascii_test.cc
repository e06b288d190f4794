#include "base/ascii.h"

#include <gtest/gtest.h>

namespace keemun {
namespace {

TEST(Ascii, LowersTheTwentySixLettersAndNothingElse) {
  for (int code = 0; code < 256; ++code) {
    const char byte = static_cast<char>(code);
    const bool upper = code >= 'A' && code <= 'Z';
    EXPECT_EQ(ascii_lower(byte), upper ? static_cast<char>(code + 32) : byte) << code;
  }
}

TEST(Ascii, LowersTextWithBytesOfAnyKind) {
  EXPECT_EQ(ascii_lower(BytesView("HGetAll")), "hgetall");
  EXPECT_EQ(ascii_lower(BytesView("@[`{\xc0\x00Z", 7)), Bytes("@[`{\xc0\x00z", 7));
  EXPECT_EQ(ascii_lower(BytesView()), "");
}

TEST(Ascii, EqualityIgnoresOnlyTheCaseOfLetters) {
  EXPECT_TRUE(ascii_equal_ignoring_case("WithScores", "WITHSCORES"));
  EXPECT_TRUE(ascii_equal_ignoring_case("", ""));
  EXPECT_FALSE(ascii_equal_ignoring_case("get", "gets"));
  EXPECT_FALSE(ascii_equal_ignoring_case("get", "set"));
  EXPECT_FALSE(ascii_equal_ignoring_case("@", "`"));  // 32 apart, as 'A' and 'a' are
  EXPECT_FALSE(ascii_equal_ignoring_case("\xc4", "\xe4"));
  EXPECT_FALSE(ascii_equal_ignoring_case(BytesView("a\0b", 3), BytesView("a\0c", 3)));
}

}  // namespace
}  // namespace keemun
