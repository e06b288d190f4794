// Rows remembered in memory, and copies of metas, over a store that may fail.
#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "encodings/cache/redis_cache.h"
#include "keyspace/memory/local_row_cache.h"
#include "keyspace/memory/meta_copies.h"
#include "keyspace/unit/pending_store.h"
#include "ports/store_error.h"
#include "sim/fake_redis.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"

namespace keemun::keyspace {
namespace {

using ports::StoreError;

// A store whose next commit fails, done or not, and that calls back while it reads or commits.
class Rigged final : public sim::KvFront {
 public:
  Rigged() : KvFront(kv) {}

  std::optional<Bytes> get(BytesView key) override {
    std::optional<Bytes> value = kv.get(key);
    call_back(while_reading);
    return value;
  }
  void commit(const ports::WriteBatch& batch) override {
    if (std::exchange(fails, false)) {
      throw StoreError(StoreError::Kind::kUnknownOutcome, "no answer");
    }
    kv.commit(batch);
    call_back(while_committing);
  }

  sim::SimKv kv;
  bool fails = false;
  std::function<void()> while_reading;
  std::function<void()> while_committing;

 private:
  static void call_back(std::function<void()>& given) {
    if (const auto then = std::exchange(given, nullptr)) then();
  }
};

ports::WriteBatch put(const Bytes& key, const Bytes& value) {
  ports::WriteBatch batch;
  batch.writes.push_back({key, value, false});
  return batch;
}

ports::WriteBatch erase(const Bytes& key) {
  ports::WriteBatch batch;
  batch.writes.push_back({key, "", true});
  return batch;
}

class LocalRows : public testing::Test {
 protected:
  sim::SimClock clock_{1000};
  Rigged store_;
  LocalRowCache cache_{store_, clock_, 1000};
};

TEST_F(LocalRows, AreReadOnceAbsentOnesToo) {
  store_.kv.rows()["a"] = "1";
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cache_.get("a"), "1");
    EXPECT_EQ(cache_.get("b"), std::nullopt);
  }
  EXPECT_EQ(store_.kv.counts().gets, 2);
}

TEST_F(LocalRows, AreWhatWasCommitted) {
  cache_.commit(put("a", "1"));
  EXPECT_EQ(cache_.get("a"), "1");
  cache_.commit(put("a", "2"));
  EXPECT_EQ(cache_.get("a"), "2");
  cache_.commit(erase("a"));
  EXPECT_EQ(cache_.get("a"), std::nullopt);
  EXPECT_EQ(store_.kv.counts().gets, 0);
}

TEST_F(LocalRows, AreKnownAlsoWhereTheStoreBelowHasTakenTheBatch) {
  PendingStore pending(store_);
  LocalRowCache cache(pending, clock_, 1000);
  cache.commit(put("b", "1"));
  ports::WriteBatch batch = put("a", "1");
  batch.writes.push_back({"b", "", true});
  cache.hand_over(batch);
  pending.drop();
  EXPECT_EQ(cache.get("a"), "1");
  EXPECT_EQ(cache.get("b"), std::nullopt);
  EXPECT_EQ(store_.kv.counts().gets, 0);
}

TEST_F(LocalRows, AskOnlyForThoseOfManyThatAreNotKnown) {
  cache_.commit(put("a", "1"));
  const std::vector<Bytes> keys = {"b", "a", "c"};
  const std::vector<std::optional<Bytes>> expected = {std::nullopt, "1", std::nullopt};
  EXPECT_EQ(cache_.multi_get(keys), expected);
  EXPECT_EQ(store_.kv.counts().gets, 2);
  EXPECT_EQ(cache_.multi_get(keys), expected);
  EXPECT_EQ(store_.kv.counts().gets, 2);
}

TEST_F(LocalRows, ShowTheirHeadsWhereTheyAreKnown) {
  const Bytes value(2 * ports::kHeadBytes, 'v');
  LocalRowCache cache(store_, clock_, 10'000);
  cache.commit(put("a", value));
  cache.get("b");
  EXPECT_EQ(cache.known_head("a"), value.substr(0, ports::kHeadBytes));
  EXPECT_EQ(cache.known_head("b"), std::nullopt) << "there is none";
  EXPECT_EQ(cache.known_head("c"), std::nullopt) << "nobody has looked";
  EXPECT_EQ(store_.kv.counts().gets, 1);
}

TEST_F(LocalRows, AreFoundAmongVeryMany) {
  LocalRowCache cache(store_, clock_, 100'000);
  std::vector<Bytes> keys;
  for (size_t i = 0; i < 40; ++i) {
    keys.push_back("k" + std::to_string(i));
    store_.kv.rows()[keys.back()] = std::to_string(i);
  }
  for (size_t i = 0; i < 40; i += 2) cache.get(keys[i]);
  for (int times = 0; times < 2; ++times) {
    const std::vector<std::optional<Bytes>> values = cache.multi_get(keys);
    for (size_t i = 0; i < 40; ++i) EXPECT_EQ(values[i], std::to_string(i));
    EXPECT_EQ(store_.kv.counts().gets, 40);
  }
}

TEST_F(LocalRows, AreNotReadBeforeTheyAreAskedFor) {
  cache_.commit(put("a", "1"));
  store_.kv.rows()["b"] = "2";
  cache_.about_to_get(std::vector<Bytes>{"b", "a", "c", "b"});
  EXPECT_EQ(store_.kv.counts().gets, 0);
  store_.kv.rows()["b"] = "3";
  EXPECT_EQ(cache_.get("b"), "3");
  EXPECT_EQ(cache_.get("a"), "1");
  EXPECT_EQ(store_.kv.counts().gets, 1);
}

TEST_F(LocalRows, AreFoundByAScanThatBeginsRightThere) {
  for (const char* key : {"a", "b", "c"}) cache_.commit(put(key, key));
  const Bytes behind("c\0", 2);
  const auto first_of = [&](const ports::ScanRequest& request) {
    store_.kv.reset_counts();
    const ports::ScanPage page = cache_.scan(request);
    return page.rows[0].value + (page.has_more ? "+" : "") +
           (store_.kv.counts().scan_pages > 0 ? "!" : "");
  };
  EXPECT_EQ(first_of({"a", behind, 1, false}), "a+");
  EXPECT_EQ(first_of({"a", behind, 1, true}), "c+");
  EXPECT_EQ(first_of({"aa", behind, 1, false}), "b+!");
  EXPECT_EQ(first_of({"a", "c", 1, true}), "b+!");
  EXPECT_EQ(first_of({"a", behind, 2, false}), "a+!");
  cache_.commit(erase("c"));
  EXPECT_EQ(first_of({"a", behind, 1, true}), "b+!");
}

TEST_F(LocalRows, AreNotMadeOfErasedOnesThatNobodyRead) {
  store_.kv.rows()["a"] = "1";
  cache_.commit(erase("a"));
  EXPECT_EQ(cache_.byte_count(), 0u);
  EXPECT_EQ(cache_.get("a"), std::nullopt);
  EXPECT_EQ(store_.kv.counts().gets, 1);
}

TEST_F(LocalRows, AreNotMadeOfThoseThatOnlyScansFind) {
  LocalRowCache cache(store_, clock_, 1000, {{1, "k"}});
  cache.commit(put("1k", "a"));
  EXPECT_EQ(cache.byte_count(), 0u);
  store_.kv.rows()["1k"] = "b";
  EXPECT_EQ(cache.get("1k"), "b");
  EXPECT_EQ(cache.byte_count(), 0u);
  cache.commit(put("k1", "a"));
  EXPECT_GT(cache.byte_count(), 0u);
}

TEST_F(LocalRows, OfAnErasedRangeAreForgotten) {
  cache_.commit(put("a", "1"));
  cache_.commit(put("b", "2"));
  ports::WriteBatch batch;
  batch.range_erases.push_back({"a", "b"});
  cache_.commit(batch);
  EXPECT_EQ(cache_.get("a"), std::nullopt);
  EXPECT_EQ(cache_.get("b"), "2");
}

TEST_F(LocalRows, OfAnErasedRangeThatAreThereAgainAreKnown) {
  cache_.commit(put("a", "1"));
  ports::WriteBatch batch;
  batch.range_erases.push_back({"a", "b"});
  batch.writes.push_back({"a", "2", false});
  cache_.commit(batch);
  store_.kv.commit(put("a", "of nobody"));
  EXPECT_EQ(cache_.get("a"), "2");
}

TEST_F(LocalRows, OfErasedRangesTakeNoMemoryForLong) {
  cache_.commit(put("a1", "1"));
  cache_.commit(put("a2", "2"));
  for (int i = 0; i < 200; ++i) {
    ports::WriteBatch batch;
    batch.range_erases.push_back({"a", "b"});
    cache_.commit(batch);
  }
  EXPECT_EQ(cache_.byte_count(), 0u);
  cache_.commit(put("a1", "3"));
  store_.kv.commit(put("a1", "of nobody"));
  EXPECT_EQ(cache_.get("a1"), "3");
}

TEST_F(LocalRows, OfACommitThatEndsBehindAClearingAreNotKnown) {
  store_.while_committing = [&] {
    store_.kv.commit(put("a", "of another process"));
    cache_.clear();
  };
  cache_.commit(put("a", "1"));
  EXPECT_EQ(cache_.get("a"), "of another process");
}

TEST_F(LocalRows, ThatTwoCommitsChangeAtOnceAreReadAgain) {
  store_.while_committing = [&] { cache_.commit(put("a", "2")); };
  cache_.commit(put("a", "1"));
  EXPECT_EQ(cache_.get("a"), "2");
  store_.while_committing = [&] {
    ports::WriteBatch batch;
    batch.range_erases.push_back({"a", "b"});
    cache_.commit(batch);
  };
  cache_.commit(put("a", "3"));
  EXPECT_EQ(cache_.get("a"), std::nullopt);
}

TEST_F(LocalRows, OfACommitAreKnownAlsoWhereOthersHavePushedThemOutMeanwhile) {
  cache_.commit(put("a", "0"));
  store_.while_committing = [&] {
    EXPECT_EQ(cache_.get("a"), "1");  // not remembered yet
    for (const char* key : {"b", "c", "d", "e", "f"}) cache_.commit(put(key, Bytes(100, 'v')));
    for (const char* key : {"b", "c", "d", "e", "f"}) cache_.get(key);
  };
  cache_.commit(put("a", "1"));
  EXPECT_LE(cache_.byte_count(), 1000u);
  const int64_t gets = store_.kv.counts().gets;
  EXPECT_EQ(cache_.get("a"), "1");
  EXPECT_EQ(store_.kv.counts().gets, gets);
}

TEST_F(LocalRows, ThatAnotherCommitErasesWhenTheyArePushedOutAreReadAgain) {
  cache_.commit(put("a", "0"));
  store_.while_committing = [&] {
    for (const char* key : {"b", "c", "d", "e", "f"}) cache_.commit(put(key, Bytes(100, 'v')));
    for (const char* key : {"b", "c", "d", "e", "f"}) cache_.get(key);
    ports::WriteBatch batch;
    batch.writes.push_back({"a", "", true});
    cache_.commit(batch);
  };
  cache_.commit(put("a", "1"));
  EXPECT_EQ(cache_.get("a"), std::nullopt);
}

TEST_F(LocalRows, OfALargeCommitTakeNoMoreThanTwiceWhatTheyMay) {
  ports::WriteBatch batch;
  for (int i = 0; i < 100; ++i) batch.writes.push_back({std::to_string(i), Bytes(50, 'v'), false});
  store_.while_committing = [&] { EXPECT_LE(cache_.byte_count(), 2000u); };
  cache_.commit(batch);
  EXPECT_LE(cache_.byte_count(), 1000u);
  EXPECT_EQ(cache_.get("0"), Bytes(50, 'v'));
  EXPECT_EQ(cache_.get("99"), Bytes(50, 'v'));
}

TEST_F(LocalRows, OfACommitOfManyAreAllAsItHasThem) {
  constexpr int kRows = 100;
  LocalRowCache cache(store_, clock_, 100'000);
  for (const size_t length : {size_t{4}, size_t{200}}) {
    const auto value = [length](int i) { return std::to_string(i) + Bytes(length, 'v'); };
    ports::WriteBatch batch;
    for (int i = 0; i < kRows; ++i) batch.writes.push_back({std::to_string(i), value(i), false});
    store_.while_committing = [&] {
      for (int i = 0; i < kRows; ++i) EXPECT_EQ(cache.get(std::to_string(i)), value(i));
    };
    cache.commit(batch);
    store_.kv.reset_counts();
    for (int i = 0; i < kRows; ++i) EXPECT_EQ(cache.get(std::to_string(i)), value(i));
    EXPECT_EQ(store_.kv.counts().gets, 0);
  }
}

// Those of a bulk load would drive out what is asked for again.
TEST_F(LocalRows, OfAVeryLargeCommitAreThoseThatWereKnown) {
  cache_.commit(put("hot", "1"));
  cache_.commit(put("1500", "old"));
  const size_t bytes = cache_.byte_count();
  ports::WriteBatch batch;
  for (int i = 0; i < 2'000; ++i) batch.writes.push_back({std::to_string(i), "new", false});
  cache_.commit(batch);
  EXPECT_EQ(cache_.byte_count(), bytes);
  store_.kv.reset_counts();
  EXPECT_EQ(cache_.get("hot"), "1");
  EXPECT_EQ(cache_.get("1500"), "new");
  EXPECT_EQ(store_.kv.counts().gets, 0);
  EXPECT_EQ(cache_.get("1"), "new");
  EXPECT_EQ(store_.kv.counts().gets, 1);
}

// A shorter value stays in the block that it finds, and the room beside it is counted.
TEST_F(LocalRows, TakeTheirBlocksWhateverStandsInThem) {
  cache_.commit(put("a", Bytes(100, 'v')));
  const size_t bytes = cache_.byte_count();
  cache_.commit(put("a", Bytes(60, 'v')));
  EXPECT_EQ(cache_.byte_count(), bytes);
  cache_.commit(put("a", ""));
  EXPECT_LT(cache_.byte_count(), bytes);
  cache_.commit(put("a", Bytes(100, 'v')));
  EXPECT_EQ(cache_.byte_count(), bytes);
}

TEST_F(LocalRows, NeverTakeMoreThanTheyMay) {
  for (int i = 0; i < 100; ++i) {
    cache_.commit(put(Bytes(1, static_cast<char>(i)), Bytes(50, 'v')));
    EXPECT_LE(cache_.byte_count(), 1000u);
  }
  EXPECT_GT(cache_.byte_count(), 0u);
  cache_.commit(put("large", Bytes(5000, 'v')));
  EXPECT_LE(cache_.byte_count(), 1000u);
  EXPECT_EQ(cache_.get("large"), Bytes(5000, 'v'));
}

TEST_F(LocalRows, LongestUnusedGoFirst) {
  for (const char* key : {"a", "b", "c"}) cache_.commit(put(key, Bytes(200, 'v')));
  cache_.get("a");
  cache_.commit(put("d", Bytes(200, 'v')));
  cache_.get("a");
  EXPECT_EQ(store_.kv.counts().gets, 0);
  cache_.get("b");
  EXPECT_EQ(store_.kv.counts().gets, 1);
}

TEST_F(LocalRows, OfACommitOfUnknownOutcomeAreNotRememberedForAWhile) {
  cache_.commit(put("a", "1"));
  store_.fails = true;
  EXPECT_THROW(cache_.commit(put("a", "2")), StoreError);
  EXPECT_EQ(cache_.get("a"), "1");
  store_.kv.rows()["a"] = "2";  // it happens after all
  EXPECT_EQ(cache_.get("a"), "2");
  clock_.advance(600'000);
  cache_.get("a");
  const int64_t gets = store_.kv.counts().gets;
  cache_.get("a");
  EXPECT_EQ(store_.kv.counts().gets, gets);
}

TEST_F(LocalRows, ReadWhileTheyAreCommittedAreNotRemembered) {
  store_.kv.rows()["a"] = "1";
  store_.while_reading = [this] { cache_.commit(put("a", "2")); };
  EXPECT_EQ(cache_.get("a"), "1");
  EXPECT_EQ(cache_.get("a"), "2");
}

TEST_F(LocalRows, ReadWhileEverythingIsForgottenAreNotRemembered) {
  store_.kv.rows()["a"] = "1";
  store_.while_reading = [this] {
    cache_.clear();
    store_.kv.rows()["a"] = "2";  // somebody else's
  };
  EXPECT_EQ(cache_.get("a"), "1");
  EXPECT_EQ(cache_.get("a"), "2");
}

class NumberedEpochs final : public ports::Random {
 public:
  uint64_t next() override { return ++last_ << 1; }

 private:
  uint64_t last_ = 0;
};

class MetaCopiesTest : public testing::Test {
 protected:
  sim::SimClock clock_{1000};
  Rigged store_;
  sim::FakeRedis redis_{clock_};
  NumberedEpochs epochs_;
  encodings::RedisCache cache_{redis_, clock_, epochs_, {}};
  MetaCopies copies_{store_, cache_};
};

TEST_F(MetaCopiesTest, SpareReadingMetasOfEveryLayoutAndNothingElse) {
  for (const char* key : {"m#a", "12345678m#a", "s#a"}) {
    store_.kv.rows()[key] = "v";
    for (int i = 0; i < 3; ++i) EXPECT_EQ(copies_.get(key), "v");
  }
  EXPECT_EQ(store_.kv.counts().gets, 1 + 1 + 3);
}

TEST_F(MetaCopiesTest, AreForgottenBeforeTheCommit) {
  copies_.commit(put("m#a", "1"));
  EXPECT_EQ(copies_.get("m#a"), "1");
  copies_.commit(put("m#a", "2"));
  EXPECT_EQ(copies_.get("m#a"), "2");
  copies_.commit(erase("m#a"));
  EXPECT_EQ(copies_.get("m#a"), std::nullopt);
}

TEST_F(MetaCopiesTest, OfAnErasedRangeAreForgotten) {
  copies_.commit(put("m#a", "1"));
  EXPECT_EQ(copies_.get("m#a"), "1");
  ports::WriteBatch batch;
  batch.range_erases.push_back({"m#", "m$"});
  copies_.commit(batch);
  EXPECT_EQ(copies_.get("m#a"), std::nullopt);
}

TEST_F(MetaCopiesTest, OfACommitOfUnknownOutcomeAreNotMadeForAWhile) {
  copies_.commit(put("m#a", "1"));
  store_.fails = true;
  EXPECT_THROW(copies_.commit(put("m#a", "2")), StoreError);
  EXPECT_EQ(copies_.get("m#a"), "1");
  store_.kv.rows()["m#a"] = "2";  // it happens after all
  EXPECT_EQ(copies_.get("m#a"), "2");
}

}  // namespace
}  // namespace keemun::keyspace
