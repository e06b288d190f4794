// Keys by the second at which their time is over, in a few bytes for each: as a map would count.
#include <gtest/gtest.h>

#include <map>

#include "base/hash.h"
#include "keyspace/count/second_counts.h"

namespace keemun::keyspace {
namespace {

using Map = std::map<int64_t, int64_t>;

Map counts_in(const SecondCounts& counts) {
  Map all;
  counts.for_each([&all](int64_t second, int64_t number) { all[second] += number; });
  return all;
}

TEST(SecondCounts, AreAMap) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    // From a few seconds to several spans of them, on both sides of 0.
    const auto seconds = static_cast<int64_t>(uint64_t{1} << seed % 20);
    SecondCounts counts;
    Map expected;
    for (uint64_t step = 0; step < 2000; ++step) {
      const auto draw = [&](uint64_t what, int64_t bound) {
        return static_cast<int64_t>(hash_draw(seed, step, what) % static_cast<uint64_t>(bound));
      };
      const int64_t second = draw(0, seconds) - seconds / 3;
      if (draw(1, 200) == 0) {
        counts.drop_until(second);
        expected.erase(expected.begin(), expected.upper_bound(second));
      } else {
        const int64_t number = draw(2, 7) - 3;
        const auto place = expected.find(second);
        const int64_t before = place == expected.end() ? 0 : place->second;
        ASSERT_EQ(counts.add(second, number), before + number >= 0);
        if (before + number >= 0) expected[second] = before + number;
      }
      std::erase_if(expected, [](const auto& entry) { return entry.second == 0; });
      int64_t total = 0;
      for (const auto& [when, number] : expected) total += number;
      ASSERT_EQ(counts.total(), total) << "seed " << seed << " step " << step;
    }
    EXPECT_EQ(counts_in(counts), expected) << seed;
  }
}

TEST(SecondCounts, TakeAsManyAsThereMayBe) {
  constexpr int64_t kMax = 0xffff'ffff;
  SecondCounts counts;
  EXPECT_TRUE(counts.add(7, kMax));
  EXPECT_FALSE(counts.add(7, 1));
  EXPECT_EQ(counts_in(counts), (Map{{7, kMax}}));
  counts.clear();
  EXPECT_EQ(counts.total(), 0);
  EXPECT_EQ(counts_in(counts), Map());
}

}  // namespace
}  // namespace keemun::keyspace
