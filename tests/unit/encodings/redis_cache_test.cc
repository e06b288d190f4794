// Copies in a Redis that loses, delays and brings back what it is told.
#include <gtest/gtest.h>

#include "encodings/cache/redis_cache.h"
#include "sim/fake_redis.h"
#include "sim/sim_clock.h"

namespace keemun::encodings {
namespace {

using Failure = sim::FakeRedis::Failure;

class CountedEpochs final : public ports::Random {
 public:
  uint64_t next() override { return ++last_ << 1; }
  uint64_t last() const { return last_; }

 private:
  uint64_t last_ = 0;
};

class RedisCacheTest : public testing::Test {
 protected:
  static CacheLimits limits() {
    CacheLimits limits;
    limits.rest_ms = 100;
    limits.doubt_ms = 1000;
    limits.doubts_max = 2;
    return limits;
  }

  // What is copied under the name that is also the subject; "" for a miss.
  Bytes read(const Bytes& name) {
    const auto replies = cache_.read(name, {{"GET", name}});
    if (!replies) return "miss";
    return replies->front().is_null() ? "" : replies->front().text();
  }
  void fill(const Bytes& name, const Bytes& value) {
    cache_.fill(name, {{"SET", name, value, "PX", "1000"}});
  }
  void forget(const Bytes& name) {
    const RedisCache::Forget forget{name, {&name, 1}};
    cache_.forget({&forget, 1});
  }
  // Read for the first time, as a miss, and filled.
  void copy(const Bytes& name, const Bytes& value) {
    ASSERT_EQ(read(name), "");
    fill(name, value);
    ASSERT_EQ(read(name), value);
  }

  sim::SimClock clock_{1'700'000'000'000};
  sim::FakeRedis redis_{clock_};
  CountedEpochs epochs_;
  RedisCache cache_{redis_, clock_, epochs_, limits()};
};

TEST_F(RedisCacheTest, AnswersWhatWasFilledUntilItIsForgotten) {
  copy("a", "1");
  forget("a");
  EXPECT_EQ(read("a"), "");
  EXPECT_EQ(epochs_.last(), 1u);
}

TEST_F(RedisCacheTest, CopiesExpire) {
  copy("a", "1");
  clock_.advance(1001);
  EXPECT_EQ(read("a"), "");
}

TEST_F(RedisCacheTest, AForgettingThatIsLostEndsTheEpoch) {
  copy("a", "1");
  redis_.fail_next(Failure::kLost);
  forget("a");
  clock_.advance(100);
  EXPECT_EQ(read("a"), "");
  EXPECT_EQ(epochs_.last(), 2u);
}

TEST_F(RedisCacheTest, AForgettingThatIsRefusedEndsTheEpoch) {
  copy("a", "1");
  redis_.fail_next(Failure::kRefused);
  forget("a");
  EXPECT_EQ(read("a"), "");
}

TEST_F(RedisCacheTest, AForgettingWhileRedisRestsEndsTheEpochWithoutAsking) {
  copy("a", "1");
  redis_.fail_next(Failure::kNotSent);
  EXPECT_EQ(read("a"), "miss");
  const int64_t calls = redis_.call_count();
  forget("a");
  EXPECT_EQ(redis_.call_count(), calls);
  clock_.advance(100);
  EXPECT_EQ(read("a"), "");
}

TEST_F(RedisCacheTest, AFillThatComesLateIsNeverRead) {
  copy("a", "0");
  forget("a");
  redis_.fail_next(Failure::kHappensLater);
  fill("a", "old");
  clock_.advance(100);
  EXPECT_EQ(read("a"), "");
  forget("a");
  redis_.land_late();
  EXPECT_EQ(read("a"), "");
}

TEST_F(RedisCacheTest, AFillOfWhichHalfHappensIsNeverRead) {
  ASSERT_EQ(read("h"), "");
  redis_.fail_next(Failure::kBrokenHalfway);
  cache_.fill(
      "h",
      {{"DEL", "h"}, {"HSET", "h", "f", "v"}, {"HSET", "h", "g", "w"}, {"PEXPIRE", "h", "1000"}});
  EXPECT_TRUE(redis_.keys().entries().empty());  // nothing that would stay for ever
  clock_.advance(100);
  const auto replies = cache_.read("h", {{"HGETALL", "h"}});
  ASSERT_TRUE(replies);
  EXPECT_TRUE(replies->front().items().empty());
}

TEST_F(RedisCacheTest, AReplicaThatIsBehindTakesOverAndItsOldCopiesAreNotRead) {
  copy("a", "old");
  redis_.remember();
  forget("a");
  redis_.fail_over();
  EXPECT_EQ(read("a"), "miss");  // it has lost a change
  EXPECT_EQ(read("a"), "");
  EXPECT_EQ(epochs_.last(), 2u);
}

TEST_F(RedisCacheTest, LostChangesAreNotMadeUpForByLaterOnes) {
  copy("a", "old");
  forget("b");
  redis_.remember();
  forget("a");
  redis_.fail_over();
  for (int i = 0; i < 300; ++i) forget("b" + Bytes(1, static_cast<char>(i % 100)));
  forget("b");
  EXPECT_NE(read("a"), "old");
}

TEST_F(RedisCacheTest, AReadDuringWhichSomethingChangesIsAMiss) {
  copy("a", "old");
  redis_.interrupt_next([this] { forget("a"); });
  EXPECT_EQ(read("a"), "miss");
  EXPECT_EQ(read("a"), "");
  EXPECT_EQ(epochs_.last(), 1u);
}

TEST_F(RedisCacheTest, NobodyReadsWhileAChangeIsUnderWay) {
  copy("a", "old");
  redis_.interrupt_next([this] { EXPECT_EQ(read("a"), "miss"); });
  forget("a");
  EXPECT_EQ(read("a"), "");
  EXPECT_EQ(epochs_.last(), 1u);
}

TEST_F(RedisCacheTest, ChangesUnderWayTogetherAreAllCounted) {
  copy("a", "1");
  redis_.interrupt_next([this] { forget("a"); });
  forget("a");
  copy("a", "2");
  EXPECT_EQ(epochs_.last(), 1u);
}

TEST_F(RedisCacheTest, OneOfTwoChangesUnderWayThatIsLostEndsTheEpoch) {
  copy("a", "old");
  redis_.remember();
  redis_.interrupt_next([this] {
    redis_.fail_over();
    forget("a");
  });
  forget("a");
  EXPECT_EQ(read("a"), "");
  EXPECT_EQ(epochs_.last(), 2u);
}

TEST_F(RedisCacheTest, ForgettingEverythingByItselfCostsTheCopiesOnly) {
  copy("a", "1");
  forget("b");
  redis_.flush();
  EXPECT_NE(read("a"), "1");
  EXPECT_NE(read("b"), "1");
}

TEST_F(RedisCacheTest, WhatIsPinnedIsNeitherReadNorFilled) {
  copy("a", "1");
  cache_.pin("a");
  EXPECT_EQ(read("a"), "miss");
  cache_.pin("b");
  fill("b", "2");
  cache_.unpin("b");
  EXPECT_EQ(read("b"), "");
  cache_.pin("a");
  cache_.unpin("a");
  EXPECT_EQ(read("a"), "miss");
  cache_.unpin("a");
  EXPECT_EQ(read("a"), "1");
}

TEST_F(RedisCacheTest, WhatIsInDoubtHasNoCopiesForAWhile) {
  cache_.doubt("a");
  EXPECT_EQ(read("a"), "miss");
  EXPECT_EQ(read("b"), "");
  clock_.advance(1000);
  EXPECT_EQ(read("a"), "");
}

TEST_F(RedisCacheTest, MoreDoubtsThanItHoldsPutEverythingInDoubt) {
  for (const char* name : {"a", "b", "c"}) cache_.doubt(name);
  EXPECT_EQ(read("z"), "miss");
  clock_.advance(1000);
  EXPECT_EQ(read("z"), "");
}

TEST_F(RedisCacheTest, ARedisThatFailsIsLeftAloneForAMoment) {
  redis_.fail_next(Failure::kNotSent);
  EXPECT_EQ(read("a"), "miss");
  EXPECT_EQ(read("a"), "miss");
  EXPECT_EQ(redis_.call_count(), 1);
  clock_.advance(99);
  EXPECT_EQ(read("a"), "miss");
  EXPECT_EQ(redis_.call_count(), 1);
  clock_.advance(1);
  EXPECT_EQ(read("a"), "");
  EXPECT_EQ(redis_.call_count(), 2);
}

TEST_F(RedisCacheTest, AClockThatStepsBackEndsTheRest) {
  redis_.fail_next(Failure::kNotSent);
  EXPECT_EQ(read("a"), "miss");
  clock_.advance(-1);
  EXPECT_EQ(read("a"), "");
}

TEST_F(RedisCacheTest, StartingOverLeavesEveryCopyBehind) {
  copy("a", "1");
  cache_.start_over();
  EXPECT_EQ(read("a"), "");
}

TEST_F(RedisCacheTest, WhatHasNoCopiesIsForgottenWithoutAsking) {
  forget("a");
  EXPECT_EQ(redis_.call_count(), 0);
}

}  // namespace
}  // namespace keemun::encodings
