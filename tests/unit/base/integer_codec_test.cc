#include "base/integer_codec.h"

#include <gtest/gtest.h>

#include <limits>

namespace keemun {
namespace {

TEST(IntegerCodec, WritesTheHighestByteFirst) {
  Bytes out = "x";
  append_u8(out, 0xab);
  append_be16(out, 0x0102);
  append_be32(out, 0x03040506);
  append_be64(out, 0x0708090a0b0c0d0e);
  append_be_int64(out, -2);
  EXPECT_EQ(out, Bytes("x\xab\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e"
                       "\xff\xff\xff\xff\xff\xff\xff\xfe",
                       24));
}

TEST(ByteReader, ReadsBackWhatWasWritten) {
  Bytes out;
  append_u8(out, 255);
  append_be16(out, 65535);
  append_be32(out, 4294967295u);
  append_be64(out, std::numeric_limits<uint64_t>::max());
  append_be_int64(out, std::numeric_limits<int64_t>::min());
  out += "tail";

  ByteReader reader(out);
  uint8_t one = 0;
  uint16_t two = 0;
  uint32_t four = 0;
  uint64_t eight = 0;
  int64_t number = 0;
  ASSERT_TRUE(reader.read_u8(one) && reader.read_be16(two) && reader.read_be32(four) &&
              reader.read_be64(eight) && reader.read_be_int64(number));
  EXPECT_EQ(one, 255);
  EXPECT_EQ(two, 65535);
  EXPECT_EQ(four, 4294967295u);
  EXPECT_EQ(eight, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(number, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(reader.rest(), "tail");
  EXPECT_FALSE(reader.at_end());
}

TEST(ByteReader, LeavesCursorAndResultAloneWhenBytesAreMissing) {
  const Bytes bytes = "1234567";
  ByteReader reader(bytes);
  uint64_t eight = 5;
  int64_t number = 6;
  BytesView view = "before";
  EXPECT_FALSE(reader.read_be64(eight));
  EXPECT_FALSE(reader.read_be_int64(number));
  EXPECT_FALSE(reader.read_bytes(8, view));
  EXPECT_FALSE(reader.read_bytes(std::numeric_limits<size_t>::max(), view));
  EXPECT_FALSE(reader.skip("13"));
  EXPECT_FALSE(reader.skip("12345678"));
  EXPECT_EQ(eight, 5u);
  EXPECT_EQ(number, 6);
  EXPECT_EQ(view, "before");
  EXPECT_EQ(reader.rest(), "1234567");
}

TEST(ByteReader, FindsNothingInNothing) {
  ByteReader reader{BytesView()};
  uint8_t one = 0;
  uint16_t two = 0;
  uint32_t four = 0;
  BytesView view = "before";
  EXPECT_FALSE(reader.read_u8(one));
  EXPECT_FALSE(reader.read_be16(two));
  EXPECT_FALSE(reader.read_be32(four));
  EXPECT_TRUE(reader.read_bytes(0, view));
  EXPECT_EQ(view, "");
  EXPECT_TRUE(reader.skip(""));
  EXPECT_TRUE(reader.at_end());
}

TEST(ByteReader, HandsOutViewsIntoItsBytes) {
  const Bytes bytes("k#\0abc", 6);
  ByteReader reader(bytes);
  BytesView view;
  ASSERT_TRUE(reader.skip("k#"));
  ASSERT_TRUE(reader.read_bytes(3, view));
  EXPECT_EQ(view, BytesView("\0ab", 3));
  EXPECT_EQ(view.data(), bytes.data() + 2);
  EXPECT_EQ(reader.rest(), "c");
}

}  // namespace
}  // namespace keemun
