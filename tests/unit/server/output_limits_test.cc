#include "server/net/output_limits.h"

#include <gtest/gtest.h>

#include "server/net/output.h"

namespace keemun::server {
namespace {

TEST(OutputLimit, IsExceededAtOnceOrAfterAWhile) {
  const OutputLimit limit = {.hard_bytes = 100, .soft_bytes = 10, .soft_seconds = 1};
  int64_t since = 0;
  EXPECT_TRUE(limit.is_exceeded(100, 1, since));
  EXPECT_FALSE(limit.is_exceeded(50, 1, since));
  EXPECT_FALSE(limit.is_exceeded(50, 1001, since));
  EXPECT_FALSE(limit.is_exceeded(5, 1500, since));
  EXPECT_FALSE(limit.is_exceeded(50, 2900, since));
  EXPECT_FALSE(limit.is_exceeded(50, 3999, since));  // whole seconds are what Redis counts
  EXPECT_TRUE(limit.is_exceeded(50, 4000, since));
}

TEST(OutputLimit, OfZeroIsNone) {
  int64_t since = 0;
  const OutputLimits limits{Settings()};
  EXPECT_FALSE(limits.normal.is_exceeded(1u << 30, 1, since));
  EXPECT_EQ(limits.pubsub.hard_bytes, 32 << 20);
  EXPECT_EQ(limits.pubsub.soft_seconds, 60);
}

TEST(Output, WaitsForItsCommit) {
  Output output;
  output.tail() += "first";
  EXPECT_EQ(output.unsent(), "");
  output.depart();
  output.tail() += "second";
  output.release_departed();
  EXPECT_EQ(output.unsent(), "first");
  EXPECT_EQ(output.size(), 11u);
  output.release_all();
  EXPECT_EQ(output.unsent(), "firstsecond");
}

TEST(Output, KeepsNoMemoryOfWhatWasLarge) {
  Output output;
  output.tail() += Bytes(size_t{1} << 20, 'v');
  output.release_all();
  output.consume(output.size());
  EXPECT_LT(output.memory(), size_t{64} << 10);
}

TEST(Output, IsSentInPiecesAndCutBackToWhatWasReleased) {
  Output output;
  output.tail() += "first";
  output.release_all();
  output.consume(2);
  output.tail() += "second";
  output.depart();
  output.tail() += "third";
  output.cut_back();
  output.release_all();
  EXPECT_EQ(output.unsent(), "rst");
  output.consume(3);
  EXPECT_TRUE(output.empty());
  output.tail() += "next";
  EXPECT_EQ(output.unsent(), "");
}

}  // namespace
}  // namespace keemun::server
