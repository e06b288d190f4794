#include "gc/garbage_queue.h"

#include <gtest/gtest.h>

namespace keemun::gc {
namespace {

DeadKey dead(const Bytes& key, int64_t version) {
  return {.place = 0, .key = key, .version = format::KeyVersion{version}};
}

TEST(GarbageQueue, HoldsSoManyBytesOfNames) {
  Totals totals;
  GarbageQueue queue(totals, 100, 10);
  queue.push(dead("123456", 1));
  queue.push(dead("123456", 1));  // once
  EXPECT_EQ(queue.size(), 1u);
  EXPECT_EQ(queue.dropped(0), 0u);
  queue.push(dead("12345", 2));
  EXPECT_EQ(queue.size(), 1u);
  EXPECT_EQ(queue.dropped(0), 1u);
  EXPECT_EQ(totals.keys_dropped, 1);
  queue.push(dead("1234", 3));
  EXPECT_EQ(queue.size(), 2u);
  queue.pop();
  queue.push(dead("123456", 4));
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(totals.keys_dropped, 1);
}

TEST(GarbageQueue, IsHalfFullByNumberOrByBytes) {
  Totals totals;
  GarbageQueue by_number(totals, 4);
  for (int i = 0; i < 2; ++i) by_number.push(dead("a", i));
  EXPECT_FALSE(by_number.is_half_full());
  by_number.push(dead("a", 2));
  EXPECT_TRUE(by_number.is_half_full());
  GarbageQueue by_bytes(totals, 100, 10);
  by_bytes.push(dead("12345", 1));
  EXPECT_FALSE(by_bytes.is_half_full());
  by_bytes.push(dead("1", 2));
  EXPECT_TRUE(by_bytes.is_half_full());
  by_bytes.pop();
  EXPECT_FALSE(by_bytes.is_half_full());
}

TEST(GarbageQueue, ForgetsOfWhatItDroppedOnlyWhatWasThereWhenARoundBegan) {
  Totals totals;
  GarbageQueue queue(totals, 0);
  queue.push(dead("a", 1));
  queue.push(dead("b", 2));
  queue.forget_dropped(0, 1);
  EXPECT_EQ(queue.dropped(0), 1u);
  queue.forget_dropped(0, 1);
  EXPECT_EQ(queue.dropped(0), 0u);
}

TEST(GarbageQueue, KnowsHowLongItsFirstHasWaited) {
  Totals totals;
  GarbageQueue queue(totals, 100);
  queue.set_now(1000);
  EXPECT_EQ(queue.behind_ms(), 0);
  queue.push(dead("a", 1));
  queue.set_now(1300);
  queue.push(dead("b", 2));
  queue.set_now(1800);
  queue.push(dead("b", 2));  // waits already
  EXPECT_EQ(queue.behind_ms(), 800);
  queue.pop();
  EXPECT_EQ(queue.behind_ms(), 500);
  queue.pop();
  EXPECT_EQ(queue.behind_ms(), 0);
}

}  // namespace
}  // namespace keemun::gc
