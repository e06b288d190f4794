#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/number_text.h"

namespace keemun {
namespace {

using Limits = std::numeric_limits<double>;
constexpr double kInfinity = Limits::infinity();

TEST(ParseInt64, TakesTheOneTextOfEachInteger) {
  EXPECT_EQ(parse_int64("0"), 0);
  EXPECT_EQ(parse_int64("7"), 7);
  EXPECT_EQ(parse_int64("-7"), -7);
  EXPECT_EQ(parse_int64("1000"), 1000);
  EXPECT_EQ(parse_int64("9223372036854775807"), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(parse_int64("-9223372036854775808"), std::numeric_limits<int64_t>::min());
}

TEST(ParseInt64, RefusesEveryOtherText) {
  const BytesView texts[] = {"",
                             "-",
                             "+",
                             "+1",
                             "00",
                             "01",
                             "-0",
                             "-01",
                             "--1",
                             " 1",
                             "1 ",
                             "\t1",
                             "1\n",
                             "1.0",
                             "1e3",
                             "0x10",
                             "a",
                             "1a",
                             "inf",
                             BytesView("1\0", 2),
                             BytesView("\0", 1),
                             "1,000",
                             "\xff",
                             "9223372036854775808",
                             "-9223372036854775809",
                             "18446744073709551616",
                             "99999999999999999999999999999999"};
  for (const BytesView text : texts) EXPECT_EQ(parse_int64(text), std::nullopt) << text;
  EXPECT_EQ(parse_int64(BytesView()), std::nullopt);
}

TEST(ParseUint64, TakesTheOneTextOfEachUnsignedInteger) {
  EXPECT_EQ(parse_uint64("0"), 0u);
  EXPECT_EQ(parse_uint64("42"), 42u);
  EXPECT_EQ(parse_uint64("18446744073709551615"), std::numeric_limits<uint64_t>::max());
  for (const BytesView text : {"", "-1", "-0", "-", "+1", "00", "01", " 1", "1 ", "-01", "1.0",
                               "18446744073709551616", "184467440737095516150"}) {
    EXPECT_EQ(parse_uint64(text), std::nullopt) << text;
  }
}

struct DoubleRow {
  BytesView text;
  double value;
};

// Every row, here and below, was asked of redis-server 7.0 too (ZADD, ZSCORE, INCRBYFLOAT, ZCOUNT).
const DoubleRow kDoubles[] = {
    {"0", 0.0},
    {"-0", -0.0},
    {"+0", 0.0},
    {"00", 0},
    {"01", 1},
    {"1", 1},
    {"+1", 1},
    {"-1", -1},
    {"1.", 1},
    {".5", 0.5},
    {"-.5", -0.5},
    {"+.5", 0.5},
    {"3.14", 3.14},
    {"1e5", 1e5},
    {"1E+5", 1e5},
    {"1e-5", 1e-5},
    {"0e999999", 0},
    {"9007199254740993", 9007199254740992},
    {"0.1000000000000000055511151231257827", 0.1},
    {"1.7976931348623157e308", Limits::max()},
    {"2.2250738585072014e-308", Limits::min()},
    {"4.9e-324", Limits::denorm_min()},
    {"2.5e-324", Limits::denorm_min()},
    {"1e-320", 1e-320},
    {"0x1", 1},
    {"0X1F", 31},
    {"-0x10", -16},
    {"+0x10", 16},
    {"0x.8", 0.5},
    {"0x1p3", 8},
    {"0x1.8p1", 3},
    {"0x1p-1074", Limits::denorm_min()},
    {"inf", kInfinity},
    {"+inf", kInfinity},
    {"-inf", -kInfinity},
    {"INF", kInfinity},
    {"InFiNiTy", kInfinity},
    {"-Infinity", -kInfinity},
};

TEST(ParseDouble, TakesWhatRedisTakes) {
  for (const DoubleRow& row : kDoubles) {
    const auto value = parse_double(row.text);
    ASSERT_TRUE(value.has_value()) << row.text;
    EXPECT_EQ(*value, row.value) << row.text;
    EXPECT_EQ(std::signbit(*value), std::signbit(row.value)) << row.text;
  }
}

const BytesView kNoDoubles[] = {"",
                                " ",
                                "-",
                                "+",
                                ".",
                                "-.",
                                "e5",
                                "1e",
                                "1e+",
                                "1 ",
                                " 1",
                                "\t1",
                                "\n1",
                                "\v1",
                                "\f1",
                                "\r1",
                                "1\t",
                                BytesView("1\0", 2),
                                BytesView("1\0"
                                          "2",
                                          3),
                                BytesView("\0"
                                          "1",
                                          2),
                                BytesView("\0", 1),
                                "0x",
                                "0xg",
                                "0x1p",
                                "0b1",
                                "infi",
                                "infinit",
                                "infx",
                                "nan",
                                "NaN",
                                "-nan",
                                "+nan",
                                "nan(1)",
                                "nan(",
                                "1,5",
                                "1_000",
                                "1f",
                                "1.0L",
                                "--1",
                                "+-1",
                                "1-1",
                                "1..2",
                                "1.2.3",
                                "1e5.5",
                                "\xff",
                                "(1"};

TEST(ParseDouble, RefusesWhatRedisRefuses) {
  for (const BytesView text : kNoDoubles) EXPECT_EQ(parse_double(text), std::nullopt) << text;
  EXPECT_EQ(parse_double(BytesView()), std::nullopt);
}

TEST(ParseDouble, RefusesOverflowAndUnderflowToZero) {
  for (const BytesView text : {"1e309", "-1e309", "1.7976931348623159e308", "1e400", "1e-400",
                               "-1e-400", "1e-324", "2.4e-324", "0x1p-1076", "0x1p1024"}) {
    EXPECT_EQ(parse_double(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_double(Bytes(309, '9')), std::nullopt);
}

TEST(ParseDouble, TakesTextOfAnyLength) {
  for (const size_t zeros : {61u, 62u, 63u, 64u, 65u, 100u, 6000u}) {
    EXPECT_EQ(parse_double("+" + Bytes(zeros, '0') + "25"), 25) << zeros;
    EXPECT_EQ(parse_double("25." + Bytes(zeros, '0')), 25) << zeros;
    EXPECT_EQ(parse_double("+25." + Bytes(zeros, '0') + "x"), std::nullopt) << zeros;
  }
}

TEST(ParseLongDouble, TakesAndRefusesWhatADoubleDoes) {
  for (const DoubleRow& row : kDoubles) {
    const auto value = parse_long_double(row.text);
    ASSERT_TRUE(value.has_value()) << row.text;
    EXPECT_EQ(static_cast<double>(*value), row.value) << row.text;
  }
  for (const BytesView text : kNoDoubles) EXPECT_EQ(parse_long_double(text), std::nullopt) << text;
}

TEST(ParseLongDouble, HasItsOwnRangeAndPrecision) {
  EXPECT_EQ(parse_long_double("1e4932"), 1e4932L);
  EXPECT_EQ(parse_long_double("-1e4932"), -1e4932L);
  EXPECT_EQ(parse_long_double("1e-4940"), 1e-4940L);
  EXPECT_EQ(parse_long_double("9007199254740993"), 9007199254740993.0L);
  EXPECT_EQ(parse_long_double("0.1"), 0.1L);
  EXPECT_EQ(parse_long_double("1e4933"), std::nullopt);
  EXPECT_EQ(parse_long_double("-1e4933"), std::nullopt);
  EXPECT_EQ(parse_long_double("1e-4960"), std::nullopt);
}

TEST(ParseLongDouble, RefusesTextThatFillsRedisBuffer) {
  EXPECT_EQ(parse_long_double(Bytes(5118, '0') + "1"), 1.0L);
  EXPECT_EQ(parse_long_double(Bytes(5119, '0') + "1"), std::nullopt);
}

struct BoundRow {
  BytesView text;
  double value;
  bool exclusive;
};

const BoundRow kBounds[] = {
    {"1", 1, false},
    {"(1", 1, true},
    {"-inf", -kInfinity, false},
    {"+inf", kInfinity, false},
    {"(+INF", kInfinity, true},
    {"(-infinity", -kInfinity, true},
    {"0x10", 16, false},
    {"(1.5e3", 1500, true},
    // What a score is not allowed to be.
    {"", 0, false},
    {"(", 0, true},
    {" 1", 1, false},
    {"( 1", 1, true},
    {"\t\n\v\f\r1", 1, false},
    {"1e400", kInfinity, false},
    {"(-1e400", -kInfinity, true},
    {"1e-400", 0, false},
    {BytesView("1\0abc", 5), 1, false},
    {BytesView("\0abc", 4), 0, false},
    {BytesView("(\0", 2), 0, true},
};

TEST(ParseSortedNumber, ReadsAsStrtodDoes) {
  const std::pair<BytesView, double> kTaken[] = {
      {"", 0},
      {" \t-0x10", -16},
      {"1e3", 1000},
      {"+7", 7},
      {"inf", std::numeric_limits<double>::infinity()},
      {BytesView("12\0x", 4), 12},
      {"0x1p-1074", std::numeric_limits<double>::denorm_min()},
      {"0x1p-1022", std::numeric_limits<double>::min()}};
  for (const auto& [text, value] : kTaken) EXPECT_EQ(parse_sorted_number(text), value) << text;
  for (const BytesView text : {" ", "x", "1 ", "1x", "nan", "1e309", "5e-324", "0x1.8p-1074"}) {
    EXPECT_EQ(parse_sorted_number(text), std::nullopt) << text;
  }
}

TEST(ParseScoreBound, TakesWhatRedisTakes) {
  for (const BoundRow& row : kBounds) {
    const auto bound = parse_score_bound(row.text);
    ASSERT_TRUE(bound.has_value()) << row.text;
    EXPECT_EQ(bound->value, row.value) << row.text;
    EXPECT_EQ(bound->exclusive, row.exclusive) << row.text;
  }
}

TEST(ParseScoreBound, RefusesWhatRedisRefuses) {
  for (const BytesView text : {"((1", " (1", "[1", "1)", "1 ", " ", "(\t", "nan", "(nan", "-nan",
                               "abc", "(abc", "1x", "-", "+", "(-", "1e", "0x", "--1"}) {
    EXPECT_EQ(parse_score_bound(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace keemun
