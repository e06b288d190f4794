// What a control group's limit of processor time makes of the number of processors.
#include "server/config/processors.h"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(IoThreads, AreAsManyAsTheSettingSays) {
  EXPECT_EQ(io_threads(1).all, 1u);
  EXPECT_EQ(io_threads(5).all, 5u);
  EXPECT_EQ(io_threads(5).of_light_turns, 5u);
}

TEST(IoThreads, AreAsManyAsProcessorsWhereNothingSaysSo) {
  EXPECT_EQ(io_threads(0).all, std::min<size_t>(processor_count(), 128));
  EXPECT_LE(io_threads(0).of_light_turns, std::max<size_t>(processor_count() / 2, 1));
}

}  // namespace
}  // namespace keemun::server
