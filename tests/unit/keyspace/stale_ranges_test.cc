#include "keyspace/memory/stale_ranges.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/hash.h"

namespace keemun::keyspace {
namespace {

using Erase = ports::WriteBatch::RangeErase;

Bytes key_of(uint64_t number) {
  return {static_cast<char>('a' + number / 10), static_cast<char>('0' + number % 10)};
}

// As somebody would answer who keeps them all.
struct Kept {
  struct Range {
    Erase erase;
    uint64_t time;
  };
  std::vector<Range> ranges;

  bool hold_since(uint64_t time, BytesView key) const {
    for (const auto& [erase, its_time] : ranges) {
      if (its_time > time && erase.begin <= key && key < erase.end) return true;
    }
    return false;
  }
};

TEST(StaleRanges, HoldWhatAnyOfThemHoldsThatCameLater) {
  constexpr uint64_t kKeys = 60;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    StaleRanges ranges;
    Kept kept;
    for (uint64_t step = 0; step < 12; ++step) {
      std::vector<Erase> erases;
      for (uint64_t i = 0; i < 1 + hash_draw(seed, step, 0) % 3; ++i) {
        erases.push_back({key_of(hash_draw(seed, step, 3 * i + 1) % kKeys),
                          key_of(hash_draw(seed, step, 3 * i + 2) % kKeys)});
      }
      ranges.add(erases);
      for (const Erase& erase : erases) kept.ranges.push_back({erase, ranges.time()});
      if (hash_draw(seed, step, 100) % 5 == 0) {
        const uint64_t time = hash_draw(seed, step, 101) % (ranges.time() + 1);
        ranges.forget_until(time);
        std::erase_if(kept.ranges, [time](const auto& range) { return range.time <= time; });
      }
      for (uint64_t number = 0; number < kKeys; ++number) {
        // What was stored earlier than all that was forgotten is gone by then.
        for (uint64_t time = ranges.time() > 3 ? ranges.time() - 3 : 0; time <= ranges.time();
             ++time) {
          ASSERT_EQ(ranges.hold_since(time, key_of(number)), kept.hold_since(time, key_of(number)))
              << "seed " << seed << " step " << step << " key " << key_of(number);
        }
      }
    }
  }
}

TEST(StaleRanges, OfWhichNoneIsLeftAreEmpty) {
  StaleRanges ranges;
  ranges.add(std::vector<Erase>{{"b", "a"}});
  EXPECT_TRUE(ranges.empty());
  ranges.add(std::vector<Erase>{{"a", "c"}});
  EXPECT_FALSE(ranges.empty());
  ranges.forget_until(ranges.time());
  EXPECT_TRUE(ranges.empty());
}

}  // namespace
}  // namespace keemun::keyspace
