// Pages of scans remembered in memory, and commits on their way to a store below.
#include <gtest/gtest.h>

#include <functional>

#include "keyspace/memory/local_run_cache.h"
#include "keyspace/unit/pending_store.h"
#include "keyspace/unit/unit_of_work.h"
#include "ports/store_error.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"

namespace keemun::keyspace {
namespace {

using ports::ScanPage;
using ports::StoreError;

// A store whose next commit fails, and that calls back while it scans.
class Rigged final : public sim::KvFront {
 public:
  Rigged() : KvFront(kv) {}

  ScanPage scan(const ports::ScanRequest& request) override {
    asked_from = request.begin;
    asked_until = request.end;
    rows_asked = request.rows_max;
    ScanPage page = kv.scan(request);
    if (auto then = std::exchange(while_scanning, nullptr)) then();
    return page;
  }
  void commit(const ports::WriteBatch& batch) override {
    if (auto then = std::exchange(while_committing, nullptr)) then();
    if (!fails) return kv.commit(batch);
    fails = false;
    throw StoreError(StoreError::Kind::kUnknownOutcome, "no answer");
  }

  sim::SimKv kv;
  bool fails = false;
  Bytes asked_from;
  Bytes asked_until;
  size_t rows_asked = 0;
  std::function<void()> while_scanning;
  std::function<void()> while_committing;
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

Bytes keys_of(const ScanPage& page) {
  Bytes keys;
  for (const ports::Row& row : page.rows) keys += row.key;
  return keys + (page.has_more ? "+" : "");
}

class LocalRuns : public testing::Test {
 protected:
  LocalRuns() {
    for (const char* key : {"b", "c", "d", "e", "f"}) store_.kv.rows()[key] = "1";
  }

  // The keys of a page, '+' where it has more, '!' where the store was asked.
  Bytes scan(const ports::ScanRequest& request) {
    store_.kv.reset_counts();
    const Bytes keys = keys_of(cache_.scan(request));
    return keys + (store_.kv.counts().scan_pages > 0 ? "!" : "");
  }

  sim::SimClock clock_{1000};
  Rigged store_;
  LocalRunCache cache_{store_, clock_, 100'000};
};

TEST_F(LocalRuns, AnswerWhateverStaysInside) {
  EXPECT_EQ(scan({"a", "z", 9, false}), "bcdef!");
  EXPECT_EQ(scan({"a", "z", 9, false}), "bcdef");
  EXPECT_EQ(scan({"a", "z", 2, false}), "bc+");
  EXPECT_EQ(scan({"c", "e", 9, true}), "dc");
  EXPECT_EQ(scan({"c", "e", 1, true, ports::Values::kNone}), "d+");
  EXPECT_EQ(scan({"g", "h", 1, false}), "");
}

TEST_F(LocalRuns, EndWhereThePageEnded) {
  EXPECT_EQ(scan({"a", "z", 2, false}), "bc+!");
  EXPECT_EQ(scan({"a", "z", 2, false}), "bc+");
  EXPECT_EQ(scan({"a", "z", 2, true}), "fe+!");
  EXPECT_EQ(scan({"a", "z", 2, true}), "fe+");
}

TEST_F(LocalRuns, GoOnInTheStoreWhereTheyEnd) {
  scan({"a", "z", 2, false});
  EXPECT_EQ(scan({"a", "z", 3, false}), "bcd+!");
  EXPECT_EQ(store_.asked_from, Bytes("c\0", 2));
  EXPECT_EQ(scan({"a", "z", 3, false}), "bcd+");
  scan({"a", "z", 1, true});
  EXPECT_EQ(scan({"a", "z", 9, false, ports::Values::kNone}), "bcdef!");
  EXPECT_EQ(scan({"a", "z", 9, true}), "fedcb!");
  EXPECT_EQ(store_.asked_until, "f");
  EXPECT_EQ(scan({"a", "z", 9, false}), "bcdef");
}

TEST_F(LocalRuns, ChangeAsTheStoreDoes) {
  scan({"a", "z", 9, false});
  cache_.commit(put("c", "2"));
  cache_.commit(put("ef", "2"));
  cache_.commit(put("zz", "2"));
  cache_.commit(erase("b"));
  cache_.commit(erase("none"));
  EXPECT_EQ(scan({"a", "z", 9, false}), "cdeeff");
  EXPECT_EQ(cache_.scan({"c", "d", 1, false}).rows.front().value, "2");
  EXPECT_EQ(scan({"a", "zzz", 9, true}), "zzfefedc!");
}

TEST_F(LocalRuns, SayThatNothingIsLeftOfWhatWasTaken) {
  for (const char* lowest : {"b", "c", "d"}) {
    EXPECT_EQ(scan({"a", "z", 1, false}), Bytes(lowest) + "+!");
    cache_.commit(erase(lowest));
    EXPECT_EQ(scan({"a", Bytes(lowest) + "a", 1, false}), "!");
  }
  EXPECT_EQ(store_.asked_from, Bytes("d\0", 2));
  EXPECT_EQ(scan({"a", "z", 1, true}), "f+!");
  cache_.commit(erase("f"));
  EXPECT_EQ(scan({"a", "z", 1, true}), "e!");
  EXPECT_EQ(store_.asked_until, "f");
}

TEST_F(LocalRuns, SayItOfPagesThatAreTooLargeToo) {
  for (const char* key : {"b", "c", "d", "e", "f"}) store_.kv.rows()[key] = Bytes(200'000, 'x');
  for (const char* lowest : {"b", "c"}) {
    EXPECT_EQ(scan({"a", "z", 1, false}), Bytes(lowest) + "+!");
    cache_.commit(erase(lowest));
  }
  EXPECT_EQ(store_.asked_from, "b");
  EXPECT_EQ(scan({"a", "z", 1, true}), "f+!");
  EXPECT_EQ(scan({"a", "z", 1, true}), "f+!");
  EXPECT_EQ(store_.asked_until, Bytes("f\0", 2));
}

TEST_F(LocalRuns, OfALongPageAreSeveral) {
  for (char key = 'g'; key <= 'y'; ++key) store_.kv.rows()[Bytes(1, key)] = Bytes(3'000, 'x');
  for (const bool is_reverse : {false, true}) {
    const ports::ScanRequest all = {"a", "z", 99, is_reverse};
    const Bytes keys = keys_of(store_.kv.scan(all));
    EXPECT_EQ(scan(all), keys + "!");
    EXPECT_EQ(scan(all), keys);
    EXPECT_EQ(scan({"k", "r", 99, !is_reverse}),
              keys_of(store_.kv.scan({"k", "r", 99, !is_reverse})));
    cache_.clear();
  }
}

TEST_F(LocalRuns, OfALongPageAreSeveralAroundALongRow) {
  store_.kv.rows()["d"] = Bytes(40'000, 'x');
  EXPECT_EQ(scan({"a", "z", 9}), "bcdef!");
  EXPECT_EQ(scan({"a", "z", 9}), "bcdef");
  cache_.commit(put("d", Bytes(40'000, 'y')));  // more than is kept of what is written
  EXPECT_EQ(scan({"a", "d", 9}), "bc");
  EXPECT_EQ(scan({"e", "z", 9}), "ef");
  EXPECT_EQ(scan({"a", "z", 9}), "bcdef!");
  EXPECT_EQ(store_.asked_from, "d");
}

TEST_F(LocalRuns, AreNotMadeOfASweepButAnswerIt) {
  ports::ScanRequest sweep = {"a", "z", 9};
  sweep.is_sweep = true;
  EXPECT_EQ(scan(sweep), "bcdef!");
  EXPECT_EQ(cache_.byte_count(), 0u);
  EXPECT_EQ(scan({"a", "z", 9}), "bcdef!");
  EXPECT_EQ(scan(sweep), "bcdef");
}

TEST_F(LocalRuns, AreMadeOfTheBeginningOfALongWalkOnly) {
  for (int i = 10'000; i < 30'000; ++i) store_.kv.rows()["g" + std::to_string(i)] = "1";
  LocalRunCache cache(store_, clock_, 100'000'000);  // room enough for all
  const ports::Capabilities capabilities = cache.capabilities();
  UnitOfWork unit(cache, capabilities, 0);
  const auto walk = [&](Bytes begin, int pages) {
    for (int i = 0; i < pages; ++i) begin = unit.scan({begin, "z", 256}).rows.back().key;
    return begin;
  };
  const Bytes end = walk("a", 64);
  const size_t bytes = cache.byte_count();
  EXPECT_GT(bytes, 64u * 256 * 100);
  walk(end, 10);
  EXPECT_LE(cache.byte_count(), bytes);
}

TEST_F(LocalRuns, AreForgottenByACommitThatFails) {
  scan({"a", "z", 9, false});
  store_.fails = true;
  EXPECT_THROW(cache_.commit(erase("c")), StoreError);
  EXPECT_EQ(scan({"a", "z", 9, false}), "bcdef!");
}

TEST_F(LocalRuns, AreReadByNobodyWhileACommitChangesThem) {
  scan({"a", "z", 9, false});
  store_.while_committing = [&] {
    EXPECT_EQ(scan({"a", "z", 9, false}), "bcdef!");
    EXPECT_EQ(scan({"a", "z", 9, true}), "fedcb!");
  };
  cache_.commit(erase("c"));
  EXPECT_EQ(scan({"a", "z", 9, false}), "bdef");
}

TEST_F(LocalRuns, AreForgottenWhenTwoCommitsChangeThem) {
  scan({"a", "z", 9, false});
  store_.while_committing = [&] { cache_.commit(put("c", "2")); };
  cache_.commit(erase("d"));
  EXPECT_EQ(scan({"a", "z", 9, false}), "bcef!");
  store_.while_committing = [&] { cache_.commit(put("zz", "2")); };
  cache_.commit(erase("c"));
  EXPECT_EQ(scan({"a", "z", 9, false}), "bef");
}

TEST_F(LocalRuns, AreTheSameCommitsWhereOneOfItsRowsIsTooMuch) {
  scan({"a", "z", 9, false});
  ports::WriteBatch batch = erase("b");
  batch.writes.push_back({"f", Bytes(40'000, 'x'), false});
  store_.while_committing = [&] { EXPECT_EQ(scan({"a", "e", 9, false}), "bcd!"); };
  store_.fails = true;
  EXPECT_THROW(cache_.commit(batch), StoreError);
  EXPECT_EQ(scan({"a", "e", 9, false}), "bcd!");
  clock_.advance(ports::kLateWriteMsMax + 1);
  scan({"a", "z", 9, false});
  cache_.commit(batch);
  EXPECT_EQ(scan({"a", "e", 9, false}), "cd");
}

TEST_F(LocalRuns, CountTheBytesOfTheirRows) {
  const size_t none = cache_.byte_count();
  scan({"a", "z", 9, false});
  const size_t whole = cache_.byte_count();
  cache_.commit(put("f", "2"));
  EXPECT_EQ(cache_.byte_count(), whole);
  cache_.commit(put("f", "long"));
  cache_.commit(put("g", "3"));
  EXPECT_GT(cache_.byte_count(), whole + 4);
  for (const char* key : {"b", "e", "c", "d", "f", "g"}) cache_.commit(erase(key));
  const size_t empty = cache_.byte_count();
  EXPECT_LT(empty, whole);
  EXPECT_GT(empty, none);
  cache_.commit(put("f", Bytes(40'000, 'x')));  // too much for one
  EXPECT_EQ(cache_.byte_count(), none);
}

TEST_F(LocalRuns, KeepTheHalfThatDoesNotGrow) {
  constexpr int kFirst = 100;
  constexpr int kCount = 400;
  const auto key_behind = [](int i) { return "x" + std::to_string(kFirst + i); };
  const auto key_before = [](int i) { return "a" + std::to_string(kFirst + kCount - i); };
  const Bytes value(100, 'v');
  cache_.scan({"a", "z", 10});
  for (int i = 0; i < kCount; ++i) cache_.commit(put(key_behind(i), value));
  store_.asked_from.clear();
  EXPECT_EQ(keys_of(cache_.scan({"a", "z", 5})), "bcdef+");
  EXPECT_EQ(store_.asked_from, "");

  cache_.scan({"a", "g", 10});
  for (int i = 0; i < kCount; ++i) cache_.commit(put(key_before(i), value));
  store_.asked_from.clear();
  EXPECT_EQ(keys_of(cache_.scan({"a", "g", 5, true})), "fedcb+");
  EXPECT_EQ(store_.asked_from, "");
}

TEST_F(LocalRuns, AreReadAheadAsFarAsRowsAreSmall) {
  ports::ScanRequest request = {"a", "z", 1, true};
  request.rows_ahead = 2;
  EXPECT_EQ(scan(request), "f+!");  // how large rows are is not known yet
  request.end = "f";
  EXPECT_EQ(scan(request), "e+!");
  request.end = "e";
  EXPECT_EQ(scan(request), "d+");
  request.end = "d";
  EXPECT_EQ(scan(request), "c+");
  store_.kv.rows()["b"] = Bytes(200'000, 'x');
  request.end = "c";
  EXPECT_EQ(scan(request), "b!");
  store_.kv.rows()["aa"] = "1";
  EXPECT_EQ(scan(request), "b+!");  // too large a page is not remembered, and the next is short
  request.end = "f";
  EXPECT_EQ(scan(request), "e+");
}

// Of large rows none are, however small those of others are.
TEST_F(LocalRuns, AreReadAheadByTheRowsOfTheirOwnRange) {
  for (const char* key : {"p1", "p2", "p3", "p4"}) store_.kv.rows()[key] = Bytes(200'000, 'x');
  ports::ScanRequest small = {"a", "m", 1};
  ports::ScanRequest large = {"p1", "p9", 1};
  small.rows_ahead = large.rows_ahead = 2;
  cache_.scan(small);
  small.begin = "c";
  small.end = "n";  // what is a queue grows at the other end meanwhile
  cache_.scan(small);
  EXPECT_EQ(store_.rows_asked, 3u);
  for (int i = 0; i < 2; ++i) {
    cache_.scan(large);
    EXPECT_EQ(store_.rows_asked, 1u);
  }
}

TEST_F(LocalRuns, AreForgottenWhereARangeIsErased) {
  scan({"a", "z", 2, false});
  cache_.commit(put("d", "2"));
  EXPECT_EQ(scan({"a", "z", 2, false}), "bc+");
  cache_.commit(put("bb", "2"));
  EXPECT_EQ(scan({"a", "z", 2, false}), "bbb+");
  ports::WriteBatch batch;
  batch.range_erases.push_back({"a", "bb"});
  cache_.commit(batch);
  EXPECT_EQ(scan({"a", "z", 2, false}), "bbc+!");
}

TEST_F(LocalRuns, AreNotMadeWhileACommitIsUnderWay) {
  store_.while_scanning = [&] { cache_.commit(put("bb", "2")); };
  EXPECT_EQ(scan({"a", "z", 2, false}), "bc+!");
  EXPECT_EQ(scan({"a", "z", 2, false}), "bbb+!");
  store_.while_committing = [&] { scan({"c", "z", 2, false}); };
  cache_.commit(put("cc", "2"));
  EXPECT_EQ(scan({"c", "z", 2, false}), "ccc+!");
}

TEST_F(LocalRuns, AreNotMadeWhileACommitMayStillHappen) {
  store_.fails = true;
  EXPECT_THROW(cache_.commit(put("bb", "2")), StoreError);
  scan({"a", "z", 2, false});
  store_.kv.commit(put("bb", "2"));
  EXPECT_EQ(scan({"a", "z", 2, false}), "bbb+!");
}

TEST(DepartedWrites, AreReadUntilTheyHaveArrived) {
  sim::SimKv below;
  PendingStore pending(below);
  pending.commit(put("a", "1"));
  pending.commit(put("b", "1"));
  pending.depart();
  pending.commit(put("b", "2"));
  EXPECT_EQ(pending.get("a"), "1");
  EXPECT_EQ(pending.get("b"), "2");
  EXPECT_EQ(keys_of(pending.scan({"a", "z", 9, false})), "ab");
  EXPECT_EQ(below.get("a"), std::nullopt);
  below.commit(pending.departed());
  pending.arrive();
  EXPECT_EQ(below.get("b"), "1");
  pending.flush();
  EXPECT_EQ(below.get("b"), "2");
}

TEST(DepartedWrites, AreDroppedWithWhatWasMadeOnTop) {
  sim::SimKv below;
  PendingStore pending(below);
  pending.commit(put("a", "1"));
  pending.depart();
  pending.commit(put("b", "1"));
  pending.drop();
  EXPECT_EQ(pending.get("a"), std::nullopt);
  EXPECT_EQ(pending.get("b"), std::nullopt);
  pending.flush();
  EXPECT_TRUE(below.rows().empty());
}

}  // namespace
}  // namespace keemun::keyspace
