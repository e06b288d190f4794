// Bytes and errors are those of redis-server 7.0.15, where nothing else is said.
#include <gmock/gmock.h>

#include "recording_host.h"

namespace keemun {
namespace {

using testing::HasSubstr;

// What a script packs, in hexadecimal digits.
Bytes Packed(const Bytes& values) {
  return "return (string.gsub(cmsgpack.pack(" + values +
         "), '.', function(c) return string.format('%02x', string.byte(c)) end))";
}

class MessagePack : public Scripts {
 protected:
  Bytes Pack(const Bytes& values) { return Answer(Packed(values)).text(); }
};

// A table that holds itself four times is more values than anybody waits for.
TEST_F(MessagePack, MayBeEndedWhileItPacks) {
  ends_ = true;
  EXPECT_THAT(Run("local t = {} for i = 1, 4 do t[i] = t end return #cmsgpack.pack(t)"),
              HasSubstr("Script killed by user"));
  EXPECT_GT(questions_, 0);
}

TEST_F(MessagePack, PacksNumbersInTheFewestBytes) {
  EXPECT_EQ(Pack("0, 127, 128, 255"), "007fcc80ccff");
  EXPECT_EQ(Pack("256, 65535, 65536, 2^32 - 1"), "cd0100cdffffce00010000ceffffffff");
  EXPECT_EQ(Pack("2^32, 2^53"), "cf0000000100000000cf0020000000000000");
  EXPECT_EQ(Pack("-1, -32, -33, -128, -129"), "ffe0d0dfd080d1ff7f");
  EXPECT_EQ(Pack("-32768, -32769, -2^31"), "d18000d2ffff7fffd280000000");
  EXPECT_EQ(Pack("-2^31 - 1, -2^63"), "d3ffffffff7fffffffd38000000000000000");
  EXPECT_EQ(Pack("1.5, 0.1, 2^63"), "ca3fc00000cb3fb999999999999aca5f000000");
  EXPECT_EQ(Pack("1/0, -0.0"), "ca7f80000000");
}

TEST_F(MessagePack, PacksTextsAndTables) {
  EXPECT_EQ(Pack("'', 'a', true, false, nil"), "a0a161c3c2c0");
  EXPECT_EQ(Pack("string.rep('x', 32)").substr(0, 6), "d92078");
  EXPECT_EQ(Pack("string.rep('x', 256)").substr(0, 8), "da010078");
  EXPECT_EQ(Pack("string.rep('x', 65536)").substr(0, 10), "db00010000");
  EXPECT_EQ(Pack("{}, {1, 'a'}, {a = 1}"), "909201a16181a16101");
  EXPECT_EQ(Pack("{[2] = 1}, {[1.5] = 1}"), "81020181ca3fc0000001");
  EXPECT_EQ(Pack("{1, {2, {3}}}, math.abs"), "920192029103c0");
}

// Sixteen tables deep, then nil.
TEST_F(MessagePack, PacksATableThatHoldsItself) {
  EXPECT_EQ(Answer("local t = {} t[1] = t return #cmsgpack.pack(t)").integer(), 17);
  EXPECT_THAT(RunWithLittle("local t = {} for i = 1, 9 do t[i] = t end return #cmsgpack.pack(t)"),
              HasSubstr("not enough memory"));
}

TEST_F(MessagePack, UnpacksWhatItHasPacked) {
  EXPECT_EQ(Run("return {cmsgpack.unpack(cmsgpack.pack(1, -2, 'a', {1, {2}}))}"),
            "1) (integer) 1\n2) (integer) -2\n3) \"a\"\n4) 1) (integer) 1\n   2) 1) (integer) 2");
  EXPECT_EQ(Run("local t = cmsgpack.unpack(cmsgpack.pack({a = {b = 2.5}, [7] = true})) "
                "return {tostring(t.a.b), tostring(t[7])}"),
            "1) \"2.5\"\n2) \"true\"");
  EXPECT_EQ(Run("return tostring(cmsgpack.unpack(ARGV[1]))", {},
                {"\xcf\xff\xff\xff\xff\xff\xff\xff\xff"}),
            "\"-1\"");
}

TEST_F(MessagePack, UnpacksSomeAndSaysWhereItStopped) {
  EXPECT_EQ(Run("return {cmsgpack.unpack_one('\\1\\2\\3')}"), "1) (integer) 1\n2) (integer) 1");
  EXPECT_EQ(Run("return {cmsgpack.unpack_one('\\1\\2\\3', 2)}"), "1) (integer) -1\n2) (integer) 3");
  EXPECT_EQ(Run("return {cmsgpack.unpack_limit('\\1\\2\\3', 2)}"),
            "1) (integer) 2\n2) (integer) 1\n3) (integer) 2");
  EXPECT_EQ(Run("return #{cmsgpack.unpack_limit('\\1\\2\\3', 0)}"), "(integer) 3");
  EXPECT_THAT(Run("return cmsgpack.unpack_one('a', 2)"),
              HasSubstr("Start offset 2 greater than input length 1."));
  EXPECT_THAT(Run("return cmsgpack.unpack_limit('a', -1)"),
              HasSubstr("Invalid request to unpack with offset of 0 and limit of 1."));
}

TEST_F(MessagePack, RefusesWhatIsNone) {
  EXPECT_THAT(Run("return cmsgpack.pack()"), HasSubstr("MessagePack pack needs input."));
  EXPECT_THAT(Run("return cmsgpack.unpack('\\146\\1')"), HasSubstr("Missing bytes in input."));
  EXPECT_THAT(Run("return cmsgpack.unpack('\\193')"), HasSubstr("Bad data format in input."));
  EXPECT_THAT(Run("return cmsgpack.unpack('\\129\\192\\1')"), HasSubstr("table index is nil"));
  EXPECT_THAT(Run("return cmsgpack.unpack('\\129\\203\\127\\248\\0\\0\\0\\0\\0\\0\\1')"),
              HasSubstr("table index is NaN"));
  EXPECT_THAT(Run("cmsgpack.pack = nil"), HasSubstr("Attempt to modify a readonly table"));
}

// Not in Redis, where Lua's stack is the bound of the one and the machine's memory of the other.
TEST_F(MessagePack, GoesOnlySoDeepAndTakesOnlySoMuch) {
  EXPECT_THAT(Run("return cmsgpack.unpack(string.rep('\\145', 1000))"),
              HasSubstr("MessagePack nests too deep"));
  EXPECT_THAT(RunWithLittle("return cmsgpack.unpack('\\221\\0\\1\\134\\160' .. "
                            "string.rep('\\144', 100000))"),
              HasSubstr("not enough memory"));
  EXPECT_THAT(Run("return select('#', cmsgpack.unpack(string.rep('\\1', 100000)))"),
              HasSubstr("not enough memory"));
  EXPECT_EQ(Run("return 1"), "(integer) 1");
}

}  // namespace
}  // namespace keemun
