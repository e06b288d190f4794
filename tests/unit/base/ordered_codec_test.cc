#include "base/ordered_codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace keemun {
namespace {

using Limits = std::numeric_limits<double>;

Bytes ordered(double value) {
  Bytes out;
  append_ordered_double(out, value);
  return out;
}

Bytes big_endian(uint64_t bits) {
  Bytes out;
  append_be64(out, bits);
  return out;
}

struct DoubleBytes {
  double value;
  uint64_t bytes;  // read as one big-endian number
};

// From the definition of IEEE 754 and the rule in the header, by hand.
const DoubleBytes kDoubles[] = {
    {-Limits::infinity(), 0x000fffffffffffff},
    {Limits::lowest(), 0x0010000000000000},
    {-2, 0x3fffffffffffffff},
    {-1, 0x400fffffffffffff},
    {-Limits::min(), 0x7fefffffffffffff},
    {-Limits::denorm_min(), 0x7ffffffffffffffe},
    {0.0, 0x8000000000000000},
    {Limits::denorm_min(), 0x8000000000000001},
    {Limits::min(), 0x8010000000000000},
    {0.5, 0xbfe0000000000000},
    {1, 0xbff0000000000000},
    {2, 0xc000000000000000},
    {Limits::max(), 0xffefffffffffffff},
    {Limits::infinity(), 0xfff0000000000000},
};

TEST(OrderedDouble, HasTheBytesOfItsTable) {
  for (const DoubleBytes& row : kDoubles) {
    EXPECT_EQ(ordered(row.value), big_endian(row.bytes)) << row.value;
    EXPECT_EQ(double_from_ordered_bits(row.bytes), row.value) << row.value;
  }
}

TEST(OrderedDouble, SortsFromMinusToPlusInfinity) {
  for (size_t i = 1; i < std::size(kDoubles); ++i) {
    EXPECT_LT(ordered(kDoubles[i - 1].value), ordered(kDoubles[i].value)) << kDoubles[i].value;
  }
}

TEST(OrderedDouble, KnowsOneZeroOnly) {
  EXPECT_EQ(ordered(-0.0), ordered(0.0));
  const auto zero = double_from_ordered_bits(0x8000000000000000);
  ASSERT_TRUE(zero.has_value());
  EXPECT_FALSE(std::signbit(*zero));
  EXPECT_FALSE(double_from_ordered_bits(0x7fffffffffffffff).has_value());
}

TEST(OrderedDoubleDeathTest, RefusesToEncodeNaN) {
  EXPECT_DEATH(ordered_bits(Limits::quiet_NaN()), "CHECK failed");
  EXPECT_DEATH(ordered_bits(-Limits::quiet_NaN()), "CHECK failed");
}

TEST(OrderedDouble, RefusesBytesThatStandForNaN) {
  for (const uint64_t bits :
       {uint64_t{0}, uint64_t{0x0007ffffffffffff}, uint64_t{0x000ffffffffffffe},
        uint64_t{0xfff0000000000001}, uint64_t{0xfff8000000000000}, ~uint64_t{0}}) {
    const Bytes bytes = big_endian(bits);
    ByteReader reader(bytes);
    double value = 7;
    EXPECT_FALSE(read_ordered_double(reader, value)) << std::hex << bits;
    EXPECT_EQ(value, 7);
    EXPECT_EQ(reader.rest(), bytes);
  }
}

TEST(OrderedInt64, SortsFromLowestToHighest) {
  const std::pair<int64_t, uint64_t> rows[] = {
      {std::numeric_limits<int64_t>::min(), 0},
      {-1, 0x7fffffffffffffff},
      {0, 0x8000000000000000},
      {1, 0x8000000000000001},
      {std::numeric_limits<int64_t>::max(), 0xffffffffffffffff}};
  for (const auto& [value, bits] : rows) {
    Bytes out;
    append_ordered_int64(out, value);
    EXPECT_EQ(out, big_endian(bits)) << value;
    ByteReader reader(out);
    int64_t back = 0;
    ASSERT_TRUE(read_ordered_int64(reader, back));
    EXPECT_EQ(back, value);
    EXPECT_TRUE(reader.at_end());
  }
}

TEST(OrderedCodec, AnswersFalseWhenBytesAreMissing) {
  ByteReader reader("1234567");
  int64_t signed_value = 2;
  double value = 3;
  EXPECT_FALSE(read_ordered_int64(reader, signed_value));
  EXPECT_FALSE(read_ordered_double(reader, value));
  EXPECT_EQ(signed_value, 2);
  EXPECT_EQ(value, 3);
  EXPECT_EQ(reader.rest(), "1234567");
}

}  // namespace
}  // namespace keemun
