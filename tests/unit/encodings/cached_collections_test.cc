// Collections with copies in a Redis, and sorted sets whose index is in one, through a session.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "ports/store_error.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/fake_redis.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using format::Encoding;
using ports::StoreError;
using testing::HasSubstr;
using Failure = sim::FakeRedis::Failure;

// The memory store, and a commit that fails when told to.
class Store final : public sim::KvFront {
 public:
  Store() : KvFront(kv) {}

  void commit(const ports::WriteBatch& batch) override {
    if (fails) throw StoreError(StoreError::Kind::kUnavailable, "gone");
    kv.commit(batch);
  }

  sim::SimKv kv;
  bool fails = false;
};

class Beside : public testing::Test {
 protected:
  static constexpr const char* kLong = "a member of more than fourteen bytes";
  static constexpr const char* kOther = "another one of more than fourteen";

  explicit Beside(Encoding zset = Encoding::kZSetRedisStored)
      : core_(store_, clock_, random_, settings(zset), {&copies_, &indexes_}), session_(core_) {}

  static session::CoreSettings settings(Encoding zset) {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "d");
    settings.encodings = {Encoding::kHashCountedCached, Encoding::kSetBlindCached, zset};
    settings.caches.elements_max = 100;
    settings.caches.rest_ms = 0;
    return settings;
  }

  Bytes run(std::initializer_list<BytesView> words) {
    const std::vector<BytesView> args(words);
    return resp::to_transcript(session_.execute(args));
  }
  // Rows that a command reads, its meta among them.
  int64_t rows_read(std::initializer_list<BytesView> words) {
    store_.kv.reset_counts();
    run(words);
    return store_.kv.counts().gets + store_.kv.counts().scanned_rows;
  }

  Store store_;
  sim::SimClock clock_{1'700'000'000'000};
  sim::SimRandom random_{1};
  sim::FakeRedis copies_{clock_};
  sim::FakeRedis indexes_{clock_};
  session::Core core_;
  session::Session session_;
};

TEST_F(Beside, AHashReadTwiceReadsItsRowsOnce) {
  run({"hset", "h", "f", "1", "g", "2"});
  EXPECT_EQ(rows_read({"hget", "h", "f"}), 2);
  EXPECT_EQ(rows_read({"hget", "h", "f"}), 1);
  EXPECT_EQ(rows_read({"hgetall", "h"}), 3);
  EXPECT_EQ(rows_read({"hgetall", "h"}), 1);
  EXPECT_EQ(rows_read({"hmget", "h", "f", "g", "none"}), 1);
  EXPECT_EQ(run({"hmget", "h", "g", "none"}), "1) \"2\"\n2) (nil)");
}

TEST_F(Beside, AChangedHashIsReadAnew) {
  run({"hset", "h", "f", "1"});
  run({"hget", "h", "f"});
  run({"hgetall", "h"});
  run({"hset", "h", "f", "2"});
  EXPECT_EQ(run({"hget", "h", "f"}), "\"2\"");
  EXPECT_EQ(run({"hvals", "h"}), "1) \"2\"");
  run({"hdel", "h", "f"});
  EXPECT_EQ(run({"hget", "h", "f"}), "(nil)");
}

TEST_F(Beside, ASetReadTwiceReadsItsRowsOnce) {
  run({"sadd", "s", "a", "b"});
  EXPECT_EQ(rows_read({"smembers", "s"}), 3);
  EXPECT_EQ(rows_read({"smembers", "s"}), 1);
  EXPECT_EQ(rows_read({"sismember", "s", "a"}), 1);
  EXPECT_EQ(rows_read({"scard", "s"}), 1);
  run({"srem", "s", "a"});
  EXPECT_EQ(run({"smembers", "s"}), "1~ \"b\"");
}

TEST_F(Beside, WhatATransactionHasNotCommittedIsNeverCopied) {
  run({"hset", "h", "f", "1"});
  run({"multi"});
  run({"hset", "h", "f", "2"});
  run({"hgetall", "h"});
  run({"hget", "h", "f"});
  store_.fails = true;
  EXPECT_THAT(run({"exec"}), HasSubstr("unavailable"));
  store_.fails = false;
  EXPECT_EQ(run({"hget", "h", "f"}), "\"1\"");
  EXPECT_EQ(run({"hvals", "h"}), "1) \"1\"");
}

TEST_F(Beside, ACommitThatMayStillHappenLeavesNoCopyBehind) {
  run({"hset", "h", "f", "1"});
  const auto before = store_.kv.rows();
  run({"hset", "h", "f", "2"});
  const auto after = store_.kv.rows();
  store_.kv.rows() = before;
  store_.fails = true;
  run({"hset", "h", "f", "2"});
  store_.fails = false;
  EXPECT_EQ(run({"hvals", "h"}), "1) \"1\"");
  store_.kv.rows() = after;
  EXPECT_EQ(run({"hvals", "h"}), "1) \"2\"");
}

TEST_F(Beside, LargeCollectionsAreNotCopiedAsAWhole) {
  for (int i = 0; i < 101; ++i) run({"hset", "h", std::to_string(i), "v"});
  run({"hgetall", "h"});
  EXPECT_EQ(rows_read({"hgetall", "h"}), 102);
}

// A sorted set, whichever of them keeps it.
class OrderInRedis : public Beside, public testing::WithParamInterface<Encoding> {
 protected:
  OrderInRedis() : Beside(GetParam()) {}
};

TEST_P(OrderInRedis, EqualScoresStandInTheOrderOfMembers) {
  run({"zadd", "z", "1", "b", "1", kLong, "1", "a", "1", kOther, "1", "z", "2", "c", "0", "y"});
  for (int i = 0; i < 2; ++i) {  // without and with a copy
    EXPECT_EQ(run({"zrange", "z", "1", "3"}),
              "1) \"a\"\n2) \"" + Bytes(kLong) + "\"\n3) \"" + Bytes(kOther) + "\"");
    EXPECT_EQ(run({"zrange", "z", "0", "1", "rev"}), "1) \"c\"\n2) \"z\"");
    EXPECT_EQ(run({"zrangebyscore", "z", "(0", "1", "limit", "3", "9"}), "1) \"b\"\n2) \"z\"");
    EXPECT_EQ(run({"zrank", "z", kLong}), "(integer) 2");
    EXPECT_EQ(run({"zrevrank", "z", kLong}), "(integer) 4");
    EXPECT_EQ(run({"zcount", "z", "(0", "1"}), "(integer) 5");
  }
}

TEST_P(OrderInRedis, IsAskedOnceItIsThere) {
  run({"zadd", "z", "1", "a", "2", "b", "3", "c"});
  run({"zrange", "z", "0", "-1"});
  EXPECT_EQ(rows_read({"zrange", "z", "0", "-1"}), 1);
  EXPECT_EQ(rows_read({"zrank", "z", "a"}), GetParam() == Encoding::kZSetRedisStored ? 1 : 2);
}

INSTANTIATE_TEST_SUITE_P(Encodings, OrderInRedis,
                         testing::Values(Encoding::kZSetRedisCached, Encoding::kZSetRedisIndexed,
                                         Encoding::kZSetRedisStored));

class StoredIndex : public Beside {
 protected:
  Bytes index_name() { return indexes_.keys().entries().begin()->first; }
  size_t index_count() { return indexes_.keys().entries().size(); }
  size_t index_rows() {
    const auto& rows = store_.kv.rows();
    return static_cast<size_t>(
        std::distance(rows.lower_bound(BytesView("i#")), rows.lower_bound(BytesView("i$"))));
  }
};

TEST_F(StoredIndex, ThatIsLostIsAnErrorAndNeverAnEmptySet) {
  run({"zadd", "z", "1", "a"});
  indexes_.flush();
  for (const char* command : {"zcard", "zrange", "zscore", "zadd", "zscan", "zlexcount"}) {
    const Bytes name = command;
    const Bytes reply = name == "zrange"      ? run({"zrange", "z", "0", "-1"})
                        : name == "zscore"    ? run({"zscore", "z", "a"})
                        : name == "zadd"      ? run({"zadd", "z", "2", "b"})
                        : name == "zscan"     ? run({"zscan", "z", "0"})
                        : name == "zlexcount" ? run({"zlexcount", "z", "-", "+"})
                                              : run({"zcard", "z"});
    EXPECT_THAT(reply, HasSubstr("index of sorted set 'z' is lost")) << command;
  }
  EXPECT_EQ(index_count(), 0u);
  EXPECT_EQ(run({"del", "z"}), "(integer) 1");
  EXPECT_EQ(run({"zcard", "z"}), "(integer) 0");
}

TEST_F(StoredIndex, ThatIsLostWhileItChangesIsNotMadeAnewWithHalfOfItsMembers) {
  run({"zadd", "z", "1", "a"});
  indexes_.interrupt_next([this] { indexes_.flush(); });
  EXPECT_THAT(run({"zadd", "z", "2", "b"}), HasSubstr("lost"));
  EXPECT_THAT(run({"zcard", "z"}), HasSubstr("lost"));
}

TEST_F(StoredIndex, GoesWithItsKey) {
  run({"zadd", "z", "1", "a", "2", kLong});
  run({"del", "z"});
  EXPECT_EQ(index_count(), 0u);
  run({"zadd", "z", "1", "a", "2", kLong});
  run({"set", "z", "string"});
  EXPECT_EQ(index_count(), 0u);
  run({"zadd", "y", "1", "a", "2", kLong});
  run({"zrem", "y", "a", kLong});
  EXPECT_EQ(index_count(), 0u);
  EXPECT_EQ(run({"exists", "y"}), "(integer) 0");
}

TEST_F(StoredIndex, LongMembersHaveARowForAsLongAsTheyAreThere) {
  run({"zadd", "z", "1", "a", "2", kLong, "3", kOther});
  EXPECT_EQ(index_rows(), 2u);
  run({"zadd", "z", "5", kLong});
  EXPECT_EQ(index_rows(), 2u);
  run({"zrem", "z", kLong});
  EXPECT_EQ(index_rows(), 1u);
  EXPECT_EQ(run({"zrange", "z", "0", "-1"}), "1) \"a\"\n2) \"" + Bytes(kOther) + "\"");
}

TEST_F(StoredIndex, OfANewKeyIsThereBeforeTheKey) {
  run({"set", "s", "v"});  // so that there are versions to give
  store_.fails = true;
  EXPECT_THAT(run({"zadd", "z", "1", "a"}), HasSubstr("unavailable"));
  store_.fails = false;
  EXPECT_EQ(run({"zcard", "z"}), "(integer) 0");
  EXPECT_EQ(index_count(), 1u);  // one that nobody reaches
  indexes_.fail_next(Failure::kNotSent);
  EXPECT_THAT(run({"zadd", "z", "1", "a"}), HasSubstr("unavailable"));
  EXPECT_EQ(run({"exists", "z"}), "(integer) 0");
}

TEST_F(StoredIndex, MembersComeAfterTheirRows) {
  run({"zadd", "z", "1", "a"});
  store_.fails = true;
  EXPECT_THAT(run({"zadd", "z", "2", kLong}), HasSubstr("unavailable, nothing was done"));
  store_.fails = false;
  EXPECT_EQ(run({"zcard", "z"}), "(integer) 1");
}

TEST_F(StoredIndex, AMemberThatRedisDidNotTakeIsAnUnknownOutcome) {
  run({"zadd", "z", "1", "a"});
  store_.kv.reset_counts();
  for (const Failure failure : {Failure::kLost, Failure::kRefused, Failure::kAnswerLost}) {
    run({"zscore", "z", kLong});
    const std::vector<BytesView> words = {"zadd", "z", "2", kLong};
    // The first call of the command reads the score.
    indexes_.pass_next(1);
    indexes_.fail_next(failure);
    EXPECT_THAT(resp::to_transcript(session_.execute(words)), HasSubstr("outcome unknown"));
  }
  EXPECT_EQ(run({"zscore", "z", kLong}), "(double) 2");
}

TEST_F(StoredIndex, LongMembersGoBeforeTheirRows) {
  run({"zadd", "z", "1", "a", "2", kLong});
  store_.fails = true;
  // Redis has acted already, so nobody may say that nothing was done.
  EXPECT_THAT(run({"zrem", "z", kLong}), HasSubstr("outcome unknown"));
  store_.fails = false;
  EXPECT_EQ(run({"zrange", "z", "0", "-1"}), "1) \"a\"");
  EXPECT_EQ(run({"zadd", "z", "3", kLong}), "(integer) 1");
  EXPECT_EQ(run({"zrange", "z", "0", "-1"}), "1) \"a\"\n2) \"" + Bytes(kLong) + "\"");
}

TEST_F(StoredIndex, ATransactionSeesWhatItHasQueued) {
  run({"zadd", "z", "1", "a", "2", kLong});
  run({"multi"});
  run({"zadd", "z", "3", kOther});
  run({"zrem", "z", kLong});
  run({"zrange", "z", "0", "-1"});
  run({"zcard", "z"});
  run({"zadd", "new", "1", "x"});
  run({"zscore", "new", "x"});
  run({"zrem", "new", "x"});
  run({"exists", "new"});
  EXPECT_THAT(run({"exec"}),
              HasSubstr("3) 1) \"a\"\n   2) \"" + Bytes(kOther) +
                        "\"\n4) (integer) 2\n"
                        "5) (integer) 1\n6) (double) 1\n7) (integer) 1\n8) (integer) 0"));
  EXPECT_EQ(run({"zcard", "z"}), "(integer) 2");
  EXPECT_EQ(index_count(), 1u);
}

TEST_F(StoredIndex, ATransactionMayReplaceEveryMember) {
  for (const char* before : {"a", kLong}) {
    for (const char* after : {"b", kOther}) {
      run({"del", "z"});
      run({"zadd", "z", "1", before});
      run({"multi"});
      run({"zadd", "z", "2", after});
      run({"zrem", "z", before});
      EXPECT_EQ(run({"exec"}), "1) (integer) 1\n2) (integer) 1");
      EXPECT_EQ(run({"zrange", "z", "0", "-1"}), "1) \"" + Bytes(after) + "\"");
    }
  }
}

TEST_F(StoredIndex, NeedsARedis) {
  session::Core core(store_, clock_, random_, settings(Encoding::kZSetRedisStored));
  session::Session session(core);
  const std::vector<BytesView> words = {"zadd", "z", "1", "a"};
  EXPECT_THAT(resp::to_transcript(session.execute(words)), HasSubstr("Redis"));
}

}  // namespace
}  // namespace keemun
