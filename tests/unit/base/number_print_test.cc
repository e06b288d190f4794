#include <gtest/gtest.h>
#include <locale.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/number_text.h"

namespace keemun {
namespace {

using Limits = std::numeric_limits<double>;
using LongLimits = std::numeric_limits<long double>;

TEST(FormatInt64, PrintsAllDigits) {
  EXPECT_EQ(format_int64(0), "0");
  EXPECT_EQ(format_int64(-1), "-1");
  EXPECT_EQ(format_int64(1234567890), "1234567890");
  EXPECT_EQ(format_int64(std::numeric_limits<int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(format_int64(std::numeric_limits<int64_t>::min()), "-9223372036854775808");
}

struct ScoreRow {
  double value;
  BytesView text;
};

// The answers of redis-server 7.0 to ZSCORE.
const ScoreRow kScores[] = {
    {0.0, "0"},
    {-0.0, "-0"},
    {1, "1"},
    {-1, "-1"},
    {0.1, "0.10000000000000001"},
    {0.2, "0.20000000000000001"},
    {0.5, "0.5"},
    {-1.5, "-1.5"},
    {3.14, "3.1400000000000001"},
    {0.0001, "0.0001"},
    {0.00001, "1.0000000000000001e-05"},
    {1e15, "1000000000000000"},
    {9007199254740992, "9007199254740992"},
    {99999999999999984, "99999999999999984"},
    {-99999999999999984, "-99999999999999984"},
    {1e17, "1e+17"},
    {-1e17, "-1e+17"},
    {123456789012345680.0, "1.2345678901234568e+17"},
    {1e22, "1e+22"},
    {1e300, "1.0000000000000001e+300"},
    {9223372036854775808.0, "9.2233720368547758e+18"},
    {Limits::max(), "1.7976931348623157e+308"},
    {Limits::lowest(), "-1.7976931348623157e+308"},
    {Limits::min(), "2.2250738585072014e-308"},
    {Limits::denorm_min(), "4.9406564584124654e-324"},
    {Limits::infinity(), "inf"},
    {-Limits::infinity(), "-inf"},
};

TEST(FormatScore, PrintsSeventeenDigitsWhereNeeded) {
  for (const ScoreRow& row : kScores) EXPECT_EQ(format_score(row.value), row.text);
}

TEST(FormatScore, PrintsNaNAsPrintfDoes) {
  EXPECT_EQ(format_score(Limits::quiet_NaN()), "nan");
  EXPECT_EQ(format_score(-Limits::quiet_NaN()), "-nan");
}

TEST(FormatSixDecimals, PrintsAllDigitsAndSixMore) {
  EXPECT_EQ(format_six_decimals(-86), "-86.000000");
  EXPECT_EQ(format_six_decimals(180.0000001), "180.000000");
  EXPECT_EQ(format_six_decimals(-std::numeric_limits<double>::max()).size(), 317u);
  EXPECT_EQ(format_six_decimals(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(FormatLongDouble, PrintsADoubleAsAScore) {
  for (const ScoreRow& row : kScores) EXPECT_EQ(format_long_double(row.value), row.text);
}

TEST(FormatLongDouble, PrintsSeventeenDigitsOfMore) {
  EXPECT_EQ(format_long_double(0.1L), "0.1");
  EXPECT_EQ(format_long_double(1e4932L), "1e+4932");
}

struct HumanRow {
  BytesView text;
  BytesView sum;
};

// The answers of redis-server 7.0 to INCRBYFLOAT on a key that is not there.
const HumanRow kHuman[] = {
    {"0", "0"},
    {"-0", "0"},
    {"10", "10"},
    {"-10", "-10"},
    {"100", "100"},
    {"1.0", "1"},
    {"1.50", "1.5"},
    {"0.1", "0.1"},
    {"3.14", "3.14"},
    {"5.0e3", "5000"},
    {"1e20", "100000000000000000000"},
    {"0.30000000000000004", "0.30000000000000004"},
    {"0.00000000000000001", "0.00000000000000001"},
    {"6e-18", "0.00000000000000001"},
    {"-6e-18", "-0.00000000000000001"},
    {"0.000000000000000001", "0"},
    {"-0.000000000000000001", "0"},
    {"9223372036854775807", "9223372036854775807"},
    {"0x1p3", "8"},
};

TEST(FormatHuman, PrintsNoExponentAndNoTrailingZeros) {
  for (const HumanRow& row : kHuman) {
    const auto value = parse_long_double(row.text);
    ASSERT_TRUE(value.has_value()) << row.text;
    EXPECT_EQ(format_human(*value), row.sum) << row.text;
  }
}

TEST(FormatHuman, HasRoomForTheLargestNumber) {
  const Bytes text = format_human(LongLimits::lowest());
  EXPECT_EQ(text.size(), 4934u);
  EXPECT_EQ(text.substr(0, 12), "-11897314953");
  EXPECT_EQ(text.find('.'), Bytes::npos);
}

TEST(FormatHuman, PrintsInfinityByName) {
  EXPECT_EQ(format_human(LongLimits::infinity()), "inf");
  EXPECT_EQ(format_human(-LongLimits::infinity()), "-inf");
}

// Runs in a locale with a decimal comma. Machines for building seldom have one, so it is compiled
// here by the C library's own tool.
class NumberTextInAForeignLocale : public ::testing::Test {
 protected:
  void SetUp() override {
    Bytes folder = ::testing::TempDir() + "keemun_locale_XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    const auto source = folder_ / "comma";
    std::ofstream(source) << "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
                             "grouping 3;3\nEND LC_NUMERIC\n";
    // It complains about the categories that are not there, and still makes the one that is.
    const Bytes command = "localedef --force --quiet --no-archive -i " + source.string() + " " +
                          (folder_ / "xx_XX").string() + " >/dev/null 2>&1";
    const int ended = std::system(command.c_str());
    setenv("LOCPATH", folder.c_str(), 1);
    ASSERT_NE(setlocale(LC_NUMERIC, "xx_XX"), nullptr) << "localedef ended with " << ended;
  }
  void TearDown() override {
    setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
    std::filesystem::remove_all(folder_);
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(NumberTextInAForeignLocale, KeepsThePoint) {
  ASSERT_STREQ(localeconv()->decimal_point, ",");
  EXPECT_EQ(format_score(0.5), "0.5");
  EXPECT_EQ(format_human(1234.5L), "1234.5");
  EXPECT_EQ(format_long_double(0.5L), "0.5");
  EXPECT_EQ(parse_double("0.5"), 0.5);
  EXPECT_EQ(parse_double("+0.5"), 0.5);
  EXPECT_EQ(parse_double("+0,5"), std::nullopt);
  EXPECT_EQ(parse_long_double("0.5"), 0.5L);
  EXPECT_EQ(parse_score_bound("(0.5").value().value, 0.5);
  EXPECT_STREQ(localeconv()->decimal_point, ",");
}

}  // namespace
}  // namespace keemun
