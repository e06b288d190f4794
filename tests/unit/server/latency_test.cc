#include <gtest/gtest.h>

#include "server/observe/latency_histogram.h"
#include "server/observe/latency_monitor.h"
#include "server/observe/statistics.h"

namespace keemun::server {
namespace {

TEST(LatencyHistogram, KnowsShortTimesExactlyAndOthersByAHundredth) {
  for (int64_t ns = 0; ns <= 2'000'000'000; ns += ns / 50 + 1) {
    LatencyHistogram histogram;
    histogram.add(ns);
    const int64_t counted = std::min<int64_t>(ns, 1'000'000'000);
    const int64_t told = histogram.percentile(100);
    EXPECT_GE(told, counted);
    EXPECT_LE(told - counted, counted / 100) << ns;
    if (ns < 256) {
      EXPECT_EQ(told, ns);
    }
  }
}

TEST(LatencyHistogram, TellsWhatSoManyPercentDidNotExceed) {
  LatencyHistogram histogram;
  for (int64_t us = 1; us <= 1000; ++us) histogram.add(us * 1000);
  EXPECT_EQ(histogram.count(), 1000);
  for (const double percent : {0.1, 10.0, 50.0, 99.0, 99.9, 100.0}) {
    const double wanted = percent * 10 * 1000;
    EXPECT_NEAR(static_cast<double>(histogram.percentile(percent)), wanted, wanted / 100);
  }
  EXPECT_EQ(histogram.percentile(0), histogram.percentile(0.1));
  EXPECT_EQ(LatencyHistogram().percentile(50), 0);
}

TEST(LatencyHistogram, StepsDoubleAndSkipThoseThatAddNothing) {
  LatencyHistogram histogram;
  for (const int64_t ns : {0, 900, 3000, 30'000, 31'000, 5'000'000}) histogram.add(ns);
  std::vector<std::pair<int64_t, int64_t>> seen;
  for (const auto& [microseconds, count] : histogram.steps())
    seen.emplace_back(microseconds, count);
  EXPECT_EQ(seen, (std::vector<std::pair<int64_t, int64_t>>{{1, 2}, {4, 3}, {33, 5}, {8454, 6}}));
  EXPECT_TRUE(LatencyHistogram().steps().empty());
}

TEST(LatencyHistogram, CountsWhatIsBeyondASecondInItsLastStep) {
  LatencyHistogram histogram;
  histogram.add(3'600'000'000'000);
  histogram.add(-1);
  ASSERT_EQ(histogram.steps().size(), 2u);
  EXPECT_EQ(histogram.steps().back().count, 2);
  EXPECT_EQ(histogram.steps().back().microseconds, 1'073'741);
}

TEST(Rate, ComesToWhatIsSteadyHoweverLittleItIs) {
  Rate rate;
  int64_t total = 0;
  for (int tick = 0; tick < 400; ++tick) rate.sample(++total);
  EXPECT_NEAR(rate.per_second(), 10, 0.01);
  for (int tick = 0; tick < 400; ++tick) rate.sample(total);
  EXPECT_NEAR(rate.per_second(), 0, 0.01);
}

TEST(LatencyMonitor, KeepsTheWorstOfASecondAndTheLastOnes) {
  LatencyMonitor monitor;
  monitor.add("commit", {100, 7});
  monitor.add("commit", {100, 5});
  monitor.add("commit", {100, 9});
  ASSERT_EQ(monitor.events().at("commit").samples.size(), 1u);
  EXPECT_EQ(monitor.events().at("commit").samples[0].milliseconds, 9);
  for (int64_t second = 101; second < 400; ++second) monitor.add("commit", {second, 1});
  const auto& event = monitor.events().at("commit");
  EXPECT_EQ(event.samples.size(), 160u);
  EXPECT_EQ(event.samples.back().time_s, 399);
  EXPECT_EQ(event.most_milliseconds, 9);
}

TEST(LatencyMonitor, ForgetsByName) {
  LatencyMonitor monitor;
  monitor.add("command", {1, 1});
  EXPECT_FALSE(monitor.forget("commit"));
  EXPECT_TRUE(monitor.forget("command"));
  EXPECT_TRUE(monitor.events().empty());
}

}  // namespace
}  // namespace keemun::server
