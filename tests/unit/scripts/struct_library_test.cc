// Bytes and errors are those of redis-server 7.0.15.
#include <gmock/gmock.h>

#include "recording_host.h"

namespace keemun {
namespace {

using testing::HasSubstr;

class Structures : public Scripts {
 protected:
  // What a script packs, in hexadecimal digits.
  Bytes Pack(const Bytes& arguments) {
    return Answer("return (string.gsub(struct.pack(" + arguments +
                  "), '.', function(c) return string.format('%02x', string.byte(c)) end))")
        .text();
  }
  Bytes Unpack(const Bytes& arguments) {
    return Run("local all = {struct.unpack(" + arguments +
               ")} for i, value in ipairs(all) do all[i] = tostring(value) end "
               "return table.concat(all, ' ')");
  }
};

TEST_F(Structures, PackNumbersInTheirWidthAndOrder) {
  EXPECT_EQ(Pack("'bBhHiIlLT', -1, 255, 1, 2, 3, 4, 5, 6, 7"),
            "ffff010002000300000004000000"
            "050000000000000006000000000000000700000000000000");
  EXPECT_EQ(Pack("'>i2 <i2', 258, 258"), "01020201");
  EXPECT_EQ(Pack("'i3i9>i10', 258, -1, -2"), "020100ffffffffffffffff000000fffffffffffffffe");
  EXPECT_EQ(Pack("'f>d', 1.5, 1.5"), "0000c03f3ff8000000000000");
}

TEST_F(Structures, PackNumbersThatDoNotFitAsRedisDoes) {
  EXPECT_EQ(Pack("'bh', 300, 1.9"), "2c0100");
  EXPECT_EQ(Pack("'l', 0/0"), "0000000000000080");
  EXPECT_EQ(Pack("'lL', 1e300, -1e300"), "00000000000000000000000000000080");
  EXPECT_EQ(Pack("'l', 2^63"), "0000000000000080");
}

TEST_F(Structures, PackTexts) {
  EXPECT_EQ(Pack("'sc0c2c', 'ab', 'cde', 'fgh', 'i'"),
            "61620063646566"
            "6769");
  EXPECT_THAT(Run("return struct.pack('c5', 'abc')"),
              HasSubstr("bad argument #3 to 'pack' (string too short)"));
}

TEST_F(Structures, AlignWhatIsTold) {
  EXPECT_EQ(Pack("'!4bi4', 1, 2"), "0100000002000000");
  EXPECT_EQ(Pack("'bxh', 1, 2"), "01000200");
  EXPECT_EQ(Pack("'!8bi6', 1, 1"), "010000000000010000000000");
  EXPECT_EQ(Run("return struct.size('!bhilTfd')"), "(integer) 40");
  EXPECT_EQ(Run("return struct.size('b!h')"), "(integer) 4");
  EXPECT_THAT(Run("return struct.pack('!3b', 1)"), HasSubstr("alignment 3 is not a power of 2"));
}

TEST_F(Structures, UnpackWhatWasPacked) {
  EXPECT_EQ(Unpack("'bBhI3', '\\255\\255\\254\\255\\1\\0\\1'"), "\"-1 255 -2 65537 8\"");
  EXPECT_EQ(Unpack("'>i3f', '\\255\\255\\255\\63\\192\\0\\0'"), "\"-1 1.5 8\"");
  EXPECT_EQ(Unpack("'sbc0c', 'ab\\0\\3cdef'"), "\"ab cde f 9\"");
  EXPECT_EQ(Unpack("'!4i4', 'abcdefgh', 2"), "\"1751606885 9\"");
  EXPECT_EQ(Unpack("'', 'abc', 9"), "\"9\"");
}

TEST_F(Structures, SayWhatIsWrong) {
  const auto error = [this](const Bytes& call) { return Run("return struct." + call); };
  EXPECT_THAT(error("unpack('h', 'a')"), HasSubstr("#2 to 'unpack' (data string too short)"));
  EXPECT_THAT(error("unpack('b', 'a', -1)"), HasSubstr("#2 to 'unpack' (data string too short)"));
  EXPECT_THAT(error("unpack('b', 'a', 0)"), HasSubstr("#3 to 'unpack' (offset must be 1 or gre"));
  EXPECT_THAT(error("unpack('bc0', '\\255abc')"), HasSubstr("(data string too short)"));
  EXPECT_THAT(error("unpack('sc0', 'a\\0b')"), HasSubstr("format 'c0' needs a previous size"));
  EXPECT_THAT(error("unpack('s', 'ab')"), HasSubstr("unfinished string in data"));
  EXPECT_THAT(error("pack('z', 1)"), HasSubstr("#1 to 'pack' (invalid format option 'z')"));
  EXPECT_THAT(error("pack('hh', 1)"), HasSubstr("#3 to 'pack' (number expected, got nil)"));
  EXPECT_THAT(error("pack('i33', 1)"), HasSubstr("integral size 33 is larger than limit of 32"));
  EXPECT_THAT(error("size('c2147483648')"), HasSubstr("integral size overflow"));
  EXPECT_THAT(error("size('hs')"), HasSubstr("#1 to 'size' (option 's' has no fixed size)"));
  EXPECT_THAT(error("size('c0')"), HasSubstr("(option 'c0' has no fixed size)"));
  EXPECT_EQ(error("size('zh')"), "(integer) 2");
  EXPECT_THAT(Run("struct.size = nil"), HasSubstr("Attempt to modify a readonly table"));
}

TEST_F(Structures, AreNotUnpackedInMoreValuesThanLuaHolds) {
  EXPECT_THAT(Run("return {struct.unpack(string.rep('b', 100000), string.rep('x', 100000))}"),
              HasSubstr("too many results"));
}

}  // namespace
}  // namespace keemun
