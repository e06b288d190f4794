#include "format/score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace keemun::format {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(OrderedScore, SortsAsNumbersDo) {
  const std::vector<double> ascending = {-kInfinity, -1e300, -2, -1, -5e-324,
                                         0,          5e-324, 1,  2,  kInfinity};
  for (size_t i = 0; i + 1 < ascending.size(); ++i) {
    EXPECT_LT(OrderedScore(ascending[i]).bytes(), OrderedScore(ascending[i + 1]).bytes());
  }
}

TEST(OrderedScore, HoldsBothZerosForOne) {
  EXPECT_EQ(OrderedScore(-0.0), OrderedScore(0.0));
  EXPECT_FALSE(std::signbit(OrderedScore(-0.0).number()));
}

TEST(OrderedScore, ReadsEightBytesOnly) {
  const Bytes one(OrderedScore(1).bytes());
  EXPECT_TRUE(OrderedScore::decode(one).has_value());
  EXPECT_FALSE(OrderedScore::decode(one.substr(1)).has_value());
  EXPECT_FALSE(OrderedScore::decode(one + "x").has_value());
}

TEST(OrderedScore, RefusesWhatNoScoreIsWrittenAs) {
  EXPECT_FALSE(OrderedScore::decode(Bytes(8, '\xff')).has_value());           // NaN
  EXPECT_FALSE(OrderedScore::decode("\x7f" + Bytes(7, '\xff')).has_value());  // -0.0
}

TEST(OrderedScoreDeathTest, NanIsABug) {
  EXPECT_DEATH(OrderedScore(std::nan("")), "isnan");
}

TEST(ScoreRowValue, KeepsTheSignOfZero) {
  EXPECT_EQ(score_row_value(0.0), "");
  EXPECT_EQ(score_row_value(-1), "");
  EXPECT_EQ(score_row_value(-0.0), "-");
  EXPECT_TRUE(std::signbit(*score_of_row(OrderedScore(-0.0), "-")));
  EXPECT_FALSE(std::signbit(*score_of_row(OrderedScore(-0.0), "")));
}

TEST(ScoreRowValue, RefusesAnythingElse) {
  EXPECT_EQ(score_of_row(OrderedScore(1), "-"), std::nullopt);
  EXPECT_EQ(score_of_row(OrderedScore(0), "+"), std::nullopt);
  EXPECT_EQ(score_of_row(OrderedScore(0), "--"), std::nullopt);
}

TEST(ScoreText, IsWhatJavaPrints) {
  EXPECT_EQ(ScoreText(1).bytes(), "1.0");
  EXPECT_EQ(ScoreText(-0.0).bytes(), "-0.0");
  EXPECT_EQ(ScoreText(100).bytes(), "100.0");
  EXPECT_EQ(ScoreText(0.1).bytes(), "0.1");
  EXPECT_EQ(ScoreText(0.001).bytes(), "0.001");
  EXPECT_EQ(ScoreText(0.0001).bytes(), "1.0E-4");
  EXPECT_EQ(ScoreText(9999999).bytes(), "9999999.0");
  EXPECT_EQ(ScoreText(10000000).bytes(), "1.0E7");
  EXPECT_EQ(ScoreText(12345678.9).bytes(), "1.23456789E7");
  EXPECT_EQ(ScoreText(2e23).bytes(), "2.0E23");
  EXPECT_EQ(ScoreText(kInfinity).bytes(), "Infinity");
  EXPECT_EQ(ScoreText(-kInfinity).bytes(), "-Infinity");
}

TEST(ScoreText, TakesTheNearerOfTwoDigitsWhereOneWouldDo) {
  EXPECT_EQ(ScoreText(5e-324).bytes(), "4.9E-324");
  EXPECT_EQ(ScoreText(1e-323).bytes(), "9.9E-324");
  EXPECT_EQ(ScoreText(2e-323).bytes(), "2.0E-323");
}

TEST(ScoreText, TheLongestFits) {
  EXPECT_EQ(ScoreText(-1.7976931348623157e308).bytes(), "-1.7976931348623157E308");
  EXPECT_EQ(ScoreText(-2.2250738585072014e-308).bytes(), "-2.2250738585072014E-308");
  EXPECT_EQ(ScoreText(-0.0012345678901234567).bytes(), "-0.0012345678901234567");
}

TEST(ScoreText, ReadsWhateverSomebodyElseWrote) {
  EXPECT_EQ(ScoreText::decode("1"), 1.0);
  EXPECT_EQ(ScoreText::decode("+1.50"), 1.5);
  EXPECT_EQ(ScoreText::decode("1e5"), 1e5);
  EXPECT_EQ(ScoreText::decode("1.9999999999999998E23"), 2e23);
  EXPECT_EQ(ScoreText::decode("inf"), kInfinity);
  EXPECT_EQ(ScoreText::decode("+inf"), kInfinity);
  EXPECT_EQ(ScoreText::decode("-Infinity"), -kInfinity);
  EXPECT_EQ(ScoreText::decode(".5"), 0.5);
  EXPECT_EQ(ScoreText::decode("5."), 5.0);
}

TEST(ScoreText, RefusesWhatIsNoScore) {
  for (const BytesView text : {"", "NaN", "-nan", "1 ", " 1", "0x1p3", "+-1", "1e999", "one"}) {
    EXPECT_EQ(ScoreText::decode(text), std::nullopt) << text;
  }
}

TEST(ScoreTextDeathTest, NanIsABug) {
  EXPECT_DEATH(ScoreText(std::nan("")), "isnan");
}

}  // namespace
}  // namespace keemun::format
