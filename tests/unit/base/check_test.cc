#include "base/check.h"

#include <gtest/gtest.h>

#include "base/command_error.h"

namespace keemun {
namespace {

TEST(CheckDeathTest, NamesTheBrokenConditionAndEndsTheProcess) {
  const int answer = 41;
  EXPECT_DEATH(CHECK(answer == 42), "CHECK failed: answer == 42 .*check_test.cc:");
}

TEST(Check, EvaluatesItsConditionOnce) {
  int evaluations = 0;
  CHECK(++evaluations > 0);
  EXPECT_EQ(evaluations, 1);
}

TEST(CommandError, CarriesTheWholeErrorLine) {
  EXPECT_EQ(CommandError("ERR syntax error").text(), "ERR syntax error");
}

}  // namespace
}  // namespace keemun
