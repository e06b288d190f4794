#include "gc/garbage_queue.h"

#include <gtest/gtest.h>

namespace keemun::gc {
namespace {

DeadKey dead(const Bytes& key, int64_t version) {
  return {.place = 0, .key = key, .version = format::KeyVersion{version}};
}

TEST(GarbageQueue, HoldsSoManyBytesOfNames) {
  GarbageQueue queue(100, 10);
  EXPECT_TRUE(queue.push(dead("123456", 1)));
  EXPECT_TRUE(queue.push(dead("123456", 1)));  // once
  EXPECT_FALSE(queue.has_dropped(0));
  EXPECT_FALSE(queue.push(dead("12345", 2)));
  EXPECT_TRUE(queue.has_dropped(0));
  EXPECT_TRUE(queue.push(dead("1234", 3)));
  queue.pop();
  EXPECT_TRUE(queue.push(dead("123456", 4)));
  EXPECT_EQ(queue.size(), 2u);
}

}  // namespace
}  // namespace keemun::gc
