// Whatever is scanned, written, taken from either end or refused, and whoever comes in between: a
// page that is answered from runs in memory is what the store below would have answered.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>

#include "keyspace/memory/local_run_cache.h"
#include "visited_store.h"

namespace keemun::keyspace {
namespace {

using ports::ScanPage;
using ports::ScanRequest;

class Scene {
 public:
  Scene() {
    for (int i = 0; i < 12; ++i) store_.kv.rows()[key()] = "0";
  }

  void step() {
    if (chance(10)) store_.happen_late();
    if (chance(20)) store_.visitor = [this] { chance(50) ? commit() : scan(); };
    const size_t kind = below(10);
    if (kind < 3) {
      scan();
    } else if (kind < 5) {
      pass_over();
    } else if (kind < 7) {
      commit();
    } else {
      take_from_an_end();
    }
    store_.visitor = nullptr;
  }

 private:
  static Bytes key() { return Bytes(1, static_cast<char>('b' + below(20))); }

  void scan() {
    Bytes begin = key();
    Bytes end = key();
    if (end < begin) std::swap(begin, end);
    if (chance(40)) begin = "a";
    if (chance(40)) end = "z";
    ScanRequest request = {begin, end, 1 + below(6), chance(50)};
    if (chance(20)) request.values = chance(50) ? ports::Values::kHeads : ports::Values::kNone;
    if (chance(20)) request.rows_ahead = below(5);
    request.is_sweep = chance(20);
    check(request);
  }

  // Within few rows, as who knows how many there are; as far as the cache comes in one step.
  void pass_over() {
    Bytes bounds[] = {key(), key(), key(), key()};
    std::sort(std::begin(bounds), std::end(bounds));
    ScanRequest request = {bounds[1], bounds[2], 1 + below(6), chance(50)};
    if (chance(80)) request.around = {bounds[0], bounds[3]};
    const bool has_visitor = store_.visitor != nullptr;
    const ScanPage expected = store_.kv.scan(request);
    const ports::PassedRows passed = cache_.pass_over(request);
    if (has_visitor) return;
    RC_ASSERT(passed.rows <= expected.rows.size());
    RC_ASSERT(passed.has_more || passed.rows == expected.rows.size());
    if (passed.rows > 0) RC_ASSERT(passed.last_key == expected.rows[passed.rows - 1].key);
    ScanRequest passed_range = request;
    passed_range.rows_max = 100;
    (request.is_reverse ? passed_range.begin : passed_range.end) = passed.bound;
    RC_ASSERT(request.begin <= passed.bound && passed.bound <= request.end);
    if (passed_range.begin >= passed_range.end) return;
    RC_ASSERT(store_.kv.scan(passed_range).rows.size() == passed.rows);
  }

  // What stands there when it is asked is what stands there when it is answered, unless somebody
  // comes in between: of a command's own keys nobody does.
  ScanPage check(const ScanRequest& request) {
    const bool has_visitor = store_.visitor != nullptr;
    const ScanPage expected = store_.kv.scan(request);
    ScanPage page = cache_.scan(request);
    if (has_visitor) return page;
    RC_ASSERT(page.rows == expected.rows);
    RC_ASSERT(page.has_more || !expected.has_more);
    return page;
  }

  void take_from_an_end() {
    ScanRequest request = {"a", "z", 1 + below(3)};
    request.is_reverse = chance(50);
    const ScanPage page = check(request);
    ports::WriteBatch batch;
    for (const ports::Row& row : page.rows) batch.writes.push_back({row.key, "", true});
    commit(batch);
  }

  void commit() {
    ports::WriteBatch batch;
    if (chance(10)) {
      Bytes begin = key();
      Bytes end = begin + "z";
      batch.range_erases.push_back({std::move(begin), std::move(end)});
    }
    for (size_t i = 1 + below(3); i > 0; --i) {
      // Some rows are too long for a run, and some long enough that pages of them are several.
      const size_t padding = chance(5) ? 33'000 : chance(20) ? 9'000 : 0;
      const Bytes value = std::to_string(++last_value_) + Bytes(padding, 'x');
      batch.writes.push_back(chance(40) ? ports::WriteBatch::Write{key(), "", true}
                                        : ports::WriteBatch::Write{key(), value, false});
    }
    commit(batch);
  }

  void commit(const ports::WriteBatch& batch) { commit_somehow(cache_, store_, clock_, batch); }

  sim::SimClock clock_{1000};
  VisitedStore store_;
  LocalRunCache cache_{store_, clock_, *rc::gen::element<size_t>(500, 3'000, 100'000)};
  int last_value_ = 0;
};

RC_GTEST_PROP(Runs, EqualTheStore, ()) {
  Scene scene;
  for (int i = 0; i < 120; ++i) scene.step();
}

// The store below takes the rows of such a batch, which may be many megabytes, instead of a copy.
TEST(Runs, AreForgottenWhereVeryManyRowsAreHandedOver) {
  VisitedStore store;
  sim::SimClock clock(1000);
  LocalRunCache cache(store, clock, 1 << 20);
  store.kv.rows()["m0"] = "0";
  const ScanRequest all = {"a", "z", 100'000};
  EXPECT_EQ(cache.scan(all).rows.size(), 1u);
  ports::WriteBatch batch;
  for (int i = 0; i < 2000; ++i) batch.writes.push_back({"m" + std::to_string(i), "1", i % 2 == 0});
  cache.hand_over(batch);
  EXPECT_TRUE(batch.writes.front().key.empty());
  EXPECT_EQ(cache.scan(all).rows.size(), 1000u);
}

// However many rows a commit has for a short run, and in whatever order.
TEST(Runs, AreCutWhereTheyBecomeTooLong) {
  VisitedStore store;
  sim::SimClock clock(1000);
  LocalRunCache cache(store, clock, 1 << 30);  // room enough for all
  store.kv.rows()["m"] = "0";
  const ScanRequest all = {"a", "z", 100'000};
  EXPECT_EQ(cache.scan(all).rows.size(), 1u);
  EXPECT_GT(cache.byte_count(), 0u);
  ports::WriteBatch batch;
  for (int i = 60'000; i > 10'000; --i) batch.writes.push_back({std::to_string(i), "v", false});
  for (auto& write : batch.writes) write.key.insert(0, "k");
  cache.commit(batch);
  EXPECT_LE(cache.byte_count(), 32u << 10);
  EXPECT_EQ(cache.scan(all).rows.size(), 50'001u);
}

// Beside churn an engine steps over what it has not cleaned up yet, each time that it is asked.
TEST(Runs, AnswerWhoCountsWithinFewRows) {
  for (const size_t value_bytes : {size_t{10}, size_t{1000}}) {
    VisitedStore store;
    sim::SimClock clock(1000);
    LocalRunCache cache(store, clock, 1 << 20);
    for (int i = 100; i < 200; ++i) store.kv.rows()[std::to_string(i)] = Bytes(value_bytes, 'v');
    ScanRequest request = {"120", "150", 1000};
    request.around = {"1", "2"};
    EXPECT_EQ(cache.pass_over(request).rows, 30u);
    store.kv.reset_counts();
    ports::WriteBatch batch;
    batch.writes.push_back({"130", "", true});
    batch.writes.push_back({"140x", Bytes(value_bytes, 'w'), false});
    batch.writes.push_back({"141x", Bytes(value_bytes, 'w'), false});
    cache.commit(batch);
    EXPECT_EQ(cache.pass_over(request).rows, 31u);
    request.begin = "140";
    request.is_reverse = true;
    EXPECT_EQ(cache.pass_over(request).rows, 12u);
    // What is too long to be kept is read once each time, and not all of it again.
    EXPECT_EQ(store.kv.counts().scan_pages, value_bytes < ports::kHeadBytes ? 0 : 2);
    EXPECT_LE(store.kv.counts().scanned_rows, 31 + 12);
    EXPECT_EQ(cache.scan({"140", "141", 10}).rows[1].value, Bytes(value_bytes, 'w'));
  }
}

TEST(Runs, TakeNoRowThatIsTooLong) {
  VisitedStore store;
  sim::SimClock clock(1000);
  LocalRunCache cache(store, clock, 1 << 30);  // room enough for all
  cache.scan({"a", "z", 10});
  EXPECT_GT(cache.byte_count(), 0u);
  ports::WriteBatch batch;
  batch.writes.push_back({"k", Bytes(1 << 20, 'x'), false});
  cache.commit(batch);
  EXPECT_EQ(cache.byte_count(), 0u);
  EXPECT_EQ(cache.scan({"a", "z", 10}).rows.size(), 1u);
}

}  // namespace
}  // namespace keemun::keyspace
