#include "base/glob.h"

#include <gtest/gtest.h>

namespace keemun {
namespace {

struct GlobCaseRow {
  BytesView pattern;
  BytesView text;
  bool matches;
};

// Every row was asked of redis-server 7.0 too (KEYS).
constexpr GlobCaseRow kRows[] = {
    // Literals.
    {"", "", true},
    {"", "a", false},
    {"a", "", false},
    {"abc", "abc", true},
    {"abc", "abd", false},
    {"abc", "ab", false},
    {"abc", "abcd", false},
    {"abc", "ABC", false},
    {BytesView("a\0b", 3), BytesView("a\0b", 3), true},
    {BytesView("a\0b", 3), BytesView("a\0c", 3), false},
    // Stars and question marks.
    {"*", "abc", true},
    {"*", "", false},
    {"**", "", false},
    {"a*", "a", true},
    {"a**", "a", true},
    {"*a", "a", true},
    {"*a", "ab", false},
    {"a*c", "abbbc", true},
    {"a*c", "ac", true},
    {"a*c", "acb", false},
    {"*b*", "abc", true},
    {"*ab*ab", "abab", true},
    {"*ab*ab", "aab", false},
    {"a*b*c", "a-b-b-c-c", true},
    {"a***c", "abc", true},
    {"?", "a", true},
    {"?", "", false},
    {"?", "ab", false},
    {"a?c", "abc", true},
    {"*?", "a", true},
    {"?*", "a", true},
    {"?*?", "a", false},
    {"*a?", "aab", true},
    {"user:*:name", "user:1:2:name", true},
    // Classes.
    {"[abc]", "b", true},
    {"[abc]", "d", false},
    {"[abc]", "", false},
    {"[^abc]", "d", true},
    {"[^abc]", "a", false},
    {"[^abc]", "", false},
    {"[a-c]x", "bx", true},
    {"[a-c]", "d", false},
    {"[c-a]", "b", true},
    {"[^a-c]", "b", false},
    {"[^a-c]", "d", true},
    {"[a^]", "^", true},
    {"[!a]", "!", true},
    {"[-a]", "-", true},
    {"[a*?]", "*", true},
    {"[a*?]", "b", false},
    {"x[0-9]*", "x7yz", true},
    {"[]", "a", false},
    {"[]a]", "a]", false},
    {"[^]", "a", true},
    {"[^]a", "xa", true},
    // An escape inside a class, also of the bracket.
    {"[\\]]", "]", true},
    {"[\\]]", "\\", false},
    {"[\\^a]", "^", true},
    {"[\\a-c]", "-", true},
    {"[\\a-c]", "b", false},
    {"[a-\\]]", "^", false},
    {"[a-\\]]", "^]", true},
    // A range whose end is the bracket: the class goes on behind it.
    {"[a-]", "_", true},
    {"[a-]", "-", false},
    {"[a-]x]", "x", true},
    // Classes that are never closed.
    {"[", "[", false},
    {"[^", "a", true},
    {"[a", "a", true},
    {"[a", "b", false},
    {"[a-", "a", true},
    {"[a-", "-", true},
    {"[a-c", "b", true},
    {"[\\", "\\", true},
    {"[\\]", "]", true},
    {"[\\]", "\\", false},
    {"[a\\", "\\", true},
    {"x[ab", "xb", true},
    // Escapes outside.
    {"\\*", "*", true},
    {"\\*", "a", false},
    {"\\?", "?", true},
    {"\\[a]", "[a]", true},
    {"\\\\", "\\", true},
    {"\\a", "a", true},
    {"\\", "\\", true},
    {"a\\", "a\\", true},
    {"a\\", "a", false},
    {"*\\**", "a*b", true},
    {"*\\**", "ab", false},
    // Bytes above 7f are negative to the matcher.
    {"\xff", "\xff", true},
    {"[\x80-\xff]", "\x90", true},
    {"[\x80-\xff]", "a", false},
    {"[\xff-a]", "A", true},
    {"[\xff-a]", "z", false},
    {"[a-\xff]", "A", true},
};

TEST(Glob, MatchesAsRedisDoes) {
  for (const GlobCaseRow& row : kRows) {
    EXPECT_EQ(glob_matches(row.pattern, row.text), row.matches)
        << row.pattern << " on " << row.text;
  }
}

TEST(Glob, IgnoresTheCaseOfLettersOnDemand) {
  const GlobCaseRow rows[] = {
      {"abc", "aBC", true},  {"A?C", "abc", true},    {"[abc]", "B", true},
      {"[a-c]", "B", true},  {"[A-C]", "b", true},    {"[^A-C]", "b", false},
      {"[Z-a]", "a", false}, {"[Z-a]", "m", false},   {"[\\B]", "b", false},
      {"[\\B]", "B", true},  {"\\B", "b", true},      {"*SCORE", "zscore", true},
      {"@", "`", false},     {"\xc4", "\xe4", false},
  };
  for (const GlobCaseRow& row : rows) {
    EXPECT_EQ(glob_matches(row.pattern, row.text, GlobCase::kIgnored), row.matches)
        << row.pattern << " on " << row.text;
  }
}

// A matcher that goes back to every star it met would not live to see the end of these.
TEST(Glob, AnswersPatternsFullOfStars) {
  Bytes stars;
  for (int i = 0; i < 500; ++i) stars += "a*";
  const Bytes text(5000, 'a');
  EXPECT_TRUE(glob_matches(stars, text));
  EXPECT_FALSE(glob_matches(stars + "b", text));
  EXPECT_TRUE(glob_matches(stars + "b", text + "b"));
  EXPECT_FALSE(glob_matches(Bytes(1000000, '*') + "b", text));
}

TEST(Glob, MatchesNothingBehindMoreThanAThousandStars) {
  Bytes pattern = "?";
  for (int i = 0; i < 1000; ++i) pattern += "*?";
  const Bytes text(2000, 'a');
  EXPECT_TRUE(glob_matches(pattern, text));
  EXPECT_TRUE(glob_matches(pattern + "**", text));
  EXPECT_FALSE(glob_matches(pattern + "*?", text));
}

}  // namespace
}  // namespace keemun
