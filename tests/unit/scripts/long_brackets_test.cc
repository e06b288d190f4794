#include "scripts/long_brackets.h"

#include <gtest/gtest.h>

namespace keemun::scripts {
namespace {

TEST(LongBrackets, HaveALevelWhereOthersOpenWithin) {
  EXPECT_EQ(without_nested_brackets("return [[ a [[ b ]] .. 'c'"), "return [=[ a [[ b ]=] .. 'c'");
  EXPECT_EQ(without_nested_brackets("--[[ x[y[[1]]\nreturn 1"), "--[=[ x[y[[1]=]\nreturn 1");
  EXPECT_EQ(without_nested_brackets("t[[[[x]]"), "t[=[[[x]=]");
  EXPECT_EQ(without_nested_brackets("[[ [[ ]=] ]]"), "[==[ [[ ]=] ]==]");
  EXPECT_EQ(without_nested_brackets("[[ [[ ]=]]"), "[==[ [[ ]=]==]");
  EXPECT_EQ(without_nested_brackets("[[ [[ ]="), "[==[ [[ ]=");
  EXPECT_EQ(without_nested_brackets("[[a]] [[ [[ ]]"), "[[a]] [=[ [[ ]=]");
}

TEST(LongBrackets, StayWhereNoneOpensWithin) {
  for (const BytesView chunk :
       {"", "[", "[[", "[=", "return 1", "[[ ]] [[ ]]", "[=[ [[ ]=] [[ ]]", "--[=[ [[ [[ ]=]",
        "-- [[ [[ ]]\n", "--[ [[ [[ ]]", "'[[' .. \"[[\" .. [[ ]]", "'\\'[[ [[ ]]'",
        "a[b[1]] = c[[d]] .. [[ ]]", "'[[\n[[ ]]", "--"}) {
    EXPECT_EQ(without_nested_brackets(chunk), std::nullopt) << chunk;
  }
}

TEST(LongBrackets, AreNoneWithinQuotationMarks) {
  EXPECT_EQ(without_nested_brackets("'[[' [[ [[ ]] \"[[ \\\" [[ ]]\""),
            "'[[' [=[ [[ ]=] \"[[ \\\" [[ ]]\"");
}

}  // namespace
}  // namespace keemun::scripts
