#include "resp/split_arguments.h"

#include <gmock/gmock.h>

namespace keemun::resp {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(SplitArguments, SeparatesByAnyRunOfBlanks) {
  EXPECT_THAT(split_arguments(""), Optional(ElementsAre()));
  EXPECT_THAT(split_arguments(" \t\r\n\v\f"), Optional(ElementsAre()));
  EXPECT_THAT(split_arguments("  set\ta \r b\n"), Optional(ElementsAre("set", "a", "b")));
}

TEST(SplitArguments, KeepsVerticalTabAndFormFeedInsideAnArgument) {
  EXPECT_THAT(split_arguments("a\vb \fc\fd"), Optional(ElementsAre("a\vb", "c\fd")));
}

TEST(SplitArguments, TakesNulAsAnyByte) {
  EXPECT_THAT(split_arguments(BytesView("a\0b \0", 5)),
              Optional(ElementsAre(Bytes("a\0b", 3), Bytes("\0", 1))));
}

TEST(SplitArguments, ResolvesEscapesInDoubleQuotes) {
  EXPECT_THAT(split_arguments(R"("\n\r\t\b\a\\\"\q")"), Optional(ElementsAre("\n\r\t\b\a\\\"q")));
  EXPECT_THAT(split_arguments(R"("\x41\x0a\xfF")"), Optional(ElementsAre("A\n\xff")));
  EXPECT_THAT(split_arguments(R"("\x4" "\xg1" "\x1g" "\x")"),
              Optional(ElementsAre("x4", "xg1", "x1g", "x")));
}

TEST(SplitArguments, ResolvesOnlyTheQuoteInSingleQuotes) {
  EXPECT_THAT(split_arguments(R"('a\'b' 'a\nb' '"' 'a\\b')"),
              Optional(ElementsAre("a'b", "a\\nb", "\"", "a\\\\b")));
}

TEST(SplitArguments, LetsAQuoteOpenInsideAnArgument) {
  EXPECT_THAT(split_arguments("a\"b c\" d'e f'"), Optional(ElementsAre("ab c", "de f")));
}

TEST(SplitArguments, KeepsEmptyQuotes) {
  EXPECT_THAT(split_arguments("\"\" ''"), Optional(ElementsAre("", "")));
}

TEST(SplitArguments, RefusesWhatFollowsAClosingQuote) {
  for (const BytesView line : {"\"a\"b", "'a'b", "\"a\"\"b\"", "'a'\"\""}) {
    EXPECT_EQ(split_arguments(line), std::nullopt) << line;
  }
  EXPECT_THAT(split_arguments("\"a\"\v'b'\n"), Optional(ElementsAre("a", "b")));
}

TEST(SplitArguments, RefusesAnOpenQuote) {
  for (const BytesView line : {"\"", "'", "\"a", "'a\\'", "'a\\\\'", "\"a\\\"", "a\"", "\"\\"}) {
    EXPECT_EQ(split_arguments(line), std::nullopt) << line;
  }
}

}  // namespace
}  // namespace keemun::resp
