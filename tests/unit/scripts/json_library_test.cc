// The library takes memory that Lua does not know of, which is bounded all the same.
#include <gmock/gmock.h>
#include <malloc.h>

#include "recording_host.h"

namespace keemun {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

using Json = Scripts;

TEST_F(Json, EncodesAndDecodes) {
  EXPECT_EQ(Run("return cjson.encode({1, {a = 'b/\"\\n'}, true, cjson.null, 0.5, -1e300})"),
            R"("[1,{\"a\":\"b\\/\\\"\\n\"},true,null,0.5,-1e+300]")");
  EXPECT_EQ(Run("return cjson.decode('{\"a\": [1, 2]}').a[2]"), "(integer) 2");
  EXPECT_EQ(Run("return cjson.decode('[\"a, [b]: \\\\\" c\", []]')[1]"), R"("a, [b]: \" c")");
}

TEST_F(Json, SaysWhereAScriptIsWrong) {
  EXPECT_THAT(Run("return cjson.decode('{')"),
              StartsWith("(error) ERR user_script:1: Expected object key string but found T_END"));
  EXPECT_THAT(Run("return cjson.encode(print_nothing or tostring)"),
              HasSubstr("nonexistent global variable"));
  EXPECT_THAT(Run("return cjson.encode(tostring)"),
              StartsWith("(error) ERR user_script:1: Cannot serialise function"));
  EXPECT_THAT(Run("return cjson.encode(1, 2)"),
              HasSubstr("bad argument #1 to 'encode' (expected 1 argument)"));
  EXPECT_THAT(Run("return cjson.decode({})"),
              HasSubstr("bad argument #1 to 'decode' (string expected, got table)"));
}

TEST_F(Json, GoesOnlySoDeep) {
  EXPECT_THAT(Run("local t = {} for i = 1, 2000 do t = {t} end return cjson.encode(t)"),
              HasSubstr("excessive nesting"));
  EXPECT_THAT(Run("local t = {} t[1] = t t[2] = t return cjson.encode(t)"),
              HasSubstr("excessive nesting"));
  EXPECT_THAT(Run("return cjson.encode({[{}] = 1})"), HasSubstr("table key must be"));
  // What stands in front of it for the library is behind it in the table.
  EXPECT_THAT(Run("local t = {} for i = 1, 60 do t['k' .. i] = 1 end "
                  "for i = 1, 60 do t['k' .. i] = nil end "
                  "local deep = {} for i = 1, 1500 do deep = {deep} end "
                  "local big = ('x'):rep(1000) for i = 1, 30 do big = {big, big} end "
                  "t[2] = deep t[1] = big return cjson.encode(t)"),
              AnyOf(HasSubstr("excessive nesting"), HasSubstr("not enough memory")));
  EXPECT_THAT(Run("return cjson.decode(('['):rep(2000) .. (']'):rep(2000))"),
              HasSubstr("too many nested"));
  EXPECT_EQ(Run("return #cjson.encode(cjson.decode(('['):rep(999) .. (']'):rep(999)))"),
            "(integer) 1998");
}

TEST_F(Json, TakesOnlySoMuch) {
  EXPECT_THAT(RunWithLittle("local s = ('x'):rep(1e5) local t = {} for i = 1, 100 do t[i] = s end "
                            "return #cjson.encode(t)"),
              HasSubstr("not enough memory"));
  EXPECT_THAT(RunWithLittle("return #cjson.encode(('\\0'):rep(1e6))"),
              HasSubstr("not enough memory"));
  EXPECT_THAT(RunWithLittle("local t = {} for i = 1, 40 do t = {t, t} end return cjson.encode(t)"),
              HasSubstr("not enough memory"));
  EXPECT_THAT(RunWithLittle("return #cjson.decode('[' .. ('1,'):rep(2e5) .. '1]')"),
              HasSubstr("not enough memory"));
  EXPECT_THAT(RunWithLittle("return #cjson.decode('[' .. ('[],'):rep(1e5) .. '1]')"),
              HasSubstr("not enough memory"));
  EXPECT_EQ(RunWithLittle("for i = 1, 100 do local s = ('x'):rep(1e5 + i) "
                          "assert(cjson.decode(cjson.encode(s)) == s) end return 1"),
            "(integer) 1");
  EXPECT_EQ(RunWithLittle("return #cjson.decode('\"' .. (','):rep(5e5) .. '\"')"),
            "(integer) 500000");
}

// Where its memory is almost gone, so that Lua would refuse the library some in the middle.
TEST_F(Json, LeavesNothingInMemoryWhereItFails) {
  const auto bytes_in_use = [] {
    const struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
  };
  const char* const kScripts[] = {
      "local s = ('x'):rep(6e5) local t = {} for i = 1, 6 do t[i] = s end "
      "for i = 1, 20 do pcall(cjson.encode, t) end return 1",
      "local s = '[' .. ('1,'):rep(3e5) .. '1]' for i = 1, 20 do pcall(cjson.decode, s) end "
      "return 1"};
  for (const char* script : kScripts) {
    EXPECT_EQ(RunWithLittle(script), "(integer) 1");
    const size_t before = bytes_in_use();
    EXPECT_EQ(RunWithLittle(script), "(integer) 1");
    EXPECT_LT(bytes_in_use(), before + 1'000'000) << script;
  }
}

}  // namespace
}  // namespace keemun
