// What a control group's limit of processor time makes of the number of processors.
#include "server/processors.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

TEST(Processors, AreAsManyAsTheQuotaGivesTheTimeOf) {
  EXPECT_EQ(processors_of_quota("200000 100000"), 2u);
  EXPECT_EQ(processors_of_quota("250000 100000"), 3u);
  EXPECT_EQ(processors_of_quota("50000 100000"), 1u);
}

TEST(Processors, AreNotLimitedWhereNothingSaysSo) {
  for (const char* text : {"max 100000", "", "max", "200000", "200000 0", "a b", "-1 100000"}) {
    EXPECT_EQ(processors_of_quota(text), std::nullopt) << text;
  }
}

TEST(Processors, AreOneAtLeast) {
  EXPECT_GE(processor_count(), 1u);
}

}  // namespace
}  // namespace keemun::server
