// Whatever is passed over, from either side, written or refused, and whoever comes in between: as
// many rows are counted as the store below holds up to where the count has come.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <utility>

#include "keyspace/memory/local_row_counts.h"
#include "keyspace/unit/pending_store.h"
#include "visited_store.h"

namespace keemun::keyspace {
namespace {

using ports::PassedRows;
using ports::ScanRequest;

constexpr size_t kAll = 1'000'000;

// As far as it is asked to, step by step.
PassedRows pass(ports::KvStore& counts, const ScanRequest& request) {
  PassedRows passed = counts.pass_over(request);
  while (passed.has_more && passed.rows < request.rows_max) {
    ScanRequest rest = request;
    rest.rows_max -= passed.rows;
    (rest.is_reverse ? rest.end : rest.begin) = passed.bound;
    PassedRows more = counts.pass_over(rest);
    RC_ASSERT(more.rows > 0 || !more.has_more || more.bound != passed.bound);
    more.rows += passed.rows;
    passed = std::move(more);
  }
  return passed;
}

Bytes any_key() {
  return {static_cast<char>('b' + below(20)), static_cast<char>('b' + below(20))};
}

// Of one of two sides. Who writes mostly knows what was there.
ports::WriteBatch any_batch(ports::KvStore& store, int side) {
  const auto any_key_of_side = [side] {
    Bytes key = any_key();
    if (key[1] % 2 != side) key[1] ^= 1;
    return key;
  };
  ports::WriteBatch batch;
  if (chance(10)) {
    Bytes begin = any_key_of_side();
    Bytes end = begin + "z";
    batch.range_erases.push_back({std::move(begin), std::move(end)});
  }
  std::set<Bytes> keys;
  for (size_t i = 1 + below(3); i > 0; --i) keys.insert(any_key_of_side());
  for (const Bytes& key : keys) {
    const bool is_erased = !batch.range_erases.empty() && batch.range_erases.front().begin <= key &&
                           key < batch.range_erases.front().end;
    const bool is_there = !is_erased && store.get(key).has_value();
    auto was_there = is_there ? ports::WasThere::kYes : ports::WasThere::kNo;
    if (chance(20)) was_there = ports::WasThere::kUnknown;
    batch.writes.push_back({key, "1", chance(40), was_there});
  }
  return batch;
}

class Scene {
 public:
  Scene() {
    for (int i = 0; i < 150; ++i) store_.kv.rows()[any_key()] = "0";
  }

  void step() {
    if (chance(10)) store_.happen_late();
    if (chance(20)) store_.visitor = [this] { chance(50) ? commit(1) : count(); };
    chance(60) ? count() : commit(0);
    store_.visitor = nullptr;
  }

 private:
  // Of a command's own keys nobody writes while it counts, nor counts while it writes.
  void count() {
    Bytes begin = chance(60) ? "a" : any_key();
    Bytes end = chance(60) ? "z" : any_key();
    if (end < begin) std::swap(begin, end);
    const ScanRequest request = {begin, end, chance(50) ? kAll : 1 + below(100), chance(50)};
    const bool has_visitor = store_.visitor != nullptr;
    const PassedRows passed = pass(counts_, request);
    if (has_visitor || is_writing_) return;
    const ScanRequest behind = {request.is_reverse ? passed.bound : begin,
                                request.is_reverse ? end : passed.bound, kAll};
    const auto rows = begin < end ? store_.kv.scan(behind).rows : std::vector<ports::Row>();
    RC_ASSERT(passed.rows == rows.size());
    if (!passed.last_key.empty()) {
      RC_ASSERT(passed.last_key == (request.is_reverse ? rows.front() : rows.back()).key);
    }
    RC_ASSERT(passed.rows <= request.rows_max);
    RC_ASSERT(passed.has_more || begin >= end ||
              passed.bound == (request.is_reverse ? begin : end));
    RC_ASSERT(!passed.has_more || passed.rows == request.rows_max);
  }

  // Two that write at once write other rows.
  void commit(int side) {
    const ports::WriteBatch batch = any_batch(store_.kv, side);
    const bool was_writing = std::exchange(is_writing_, true);
    commit_somehow(counts_, store_, clock_, batch);
    is_writing_ = was_writing;
  }

  sim::SimClock clock_{1000};
  VisitedStore store_;
  bool is_writing_ = false;
  LocalRowCounts counts_{store_,
                         clock_,
                         *rc::gen::element<size_t>(2'000, 10'000, 1'000'000),
                         {1 + below(6), 1 + below(6), 2 + below(2)}};
};

RC_GTEST_PROP(Counts, EqualTheStore, ()) {
  Scene scene;
  for (int i = 0; i < 100; ++i) scene.step();
}

// A store of many rows, "k" and numbers of one width.
struct ManyRows {
  explicit ManyRows(size_t count) {
    for (size_t i = 0; i < count; ++i) kv.rows()["k" + std::to_string(count + i)] = "0";
  }

  sim::SimKv kv;
  sim::SimClock clock{1000};
  LocalRowCounts counts{kv, clock, 1 << 20};
};

// The same walk over a part ends sooner each time within rows that have to be read.
TEST(Counts, AreKnownMoreFinelyWhereTheyAreReadInPart) {
  ManyRows many(10'000);
  sim::SimKv& kv = many.kv;
  LocalRowCounts& counts = many.counts;
  pass(counts, {"a", "z", kAll});
  kv.reset_counts();
  constexpr size_t kWalks = 2000;
  for (size_t i = 0; i < kWalks; ++i) {
    const size_t rows = 1 + i * 7 % 10'000;
    EXPECT_EQ(pass(counts, {"a", "z", rows}).rows, rows);
  }
  EXPECT_LT(kv.counts().scanned_rows, static_cast<int64_t>(20 * kWalks));
}

// The same of what is pending over a store that remembers, too.
RC_GTEST_PROP(Counts, OfWhatIsPendingEqualTheStore, ()) {
  sim::SimKv kv;
  sim::SimClock clock(1000);
  for (int i = 0; i < 150; ++i) kv.rows()[any_key()] = "0";
  LocalRowCounts below_it(kv, clock, 1 << 20, {1 + below(6), 1 + below(6), 2 + below(2)});
  PendingStore pending(below_it);
  pending.remember_counts();
  for (int i = 0; i < 100; ++i) {
    if (chance(40)) {
      ports::WriteBatch batch = any_batch(pending, static_cast<int>(below(2)));
      pending.hand_over(batch);
      continue;
    }
    Bytes begin = chance(60) ? "a" : any_key();
    Bytes end = chance(60) ? "z" : any_key();
    if (end < begin) std::swap(begin, end);
    const ScanRequest request = {begin, end, chance(50) ? kAll : 1 + below(100), chance(50)};
    const size_t all = begin < end ? pending.scan({begin, end, kAll}).rows.size() : 0;
    const PassedRows passed = pass(pending, request);
    RC_ASSERT(passed.rows == std::min(all, request.rows_max));
    const ScanRequest rest = {request.is_reverse ? BytesView(begin) : passed.bound,
                              request.is_reverse ? passed.bound : BytesView(end), kAll};
    const size_t left = rest.begin < rest.end ? pending.scan(rest).rows.size() : 0;
    RC_ASSERT(passed.rows + left == all);
    if (chance(3)) pending.flush();
  }
}

// Who has counted once reads little to count again, and not much more after a few writes.
TEST(Counts, AreNotReadAgain) {
  constexpr size_t kRows = 50'000;
  ManyRows many(kRows);
  sim::SimKv& kv = many.kv;
  LocalRowCounts& counts = many.counts;
  const auto pages_to_count = [&](BytesView end, bool is_reverse) {
    kv.reset_counts();
    EXPECT_GT(pass(counts, {"a", end, kAll, is_reverse}).rows, kRows / 4);
    return kv.counts().scan_pages;
  };
  EXPECT_GE(pages_to_count("z", false), static_cast<int64_t>(kRows / ports::kPassedRowsMax));
  EXPECT_EQ(pages_to_count("z", false), 0);
  EXPECT_EQ(pages_to_count("z", true), 0);
  EXPECT_LE(pages_to_count("k81234", false), 1);
  EXPECT_LE(pages_to_count("k81234", true), 1);
  for (int i = 0; i < 5; ++i) {
    ports::WriteBatch batch;
    batch.writes.push_back({"k6" + std::to_string(1111 * i), "1", true});
    counts.commit(batch);
  }
  EXPECT_LE(pages_to_count("z", false), 5);
  EXPECT_EQ(pages_to_count("z", true), 0);
}

// Who has looked whether a row was there and then writes it leaves nothing to be read again, until
// so many have come that a range is too large.
TEST(Counts, AreNotReadAgainWhereItIsKnownWhatWasThere) {
  constexpr size_t kRows = 50'000;
  ManyRows many(kRows);
  sim::SimKv& kv = many.kv;
  LocalRowCounts& counts = many.counts;
  pass(counts, {"a", "z", kAll});
  kv.reset_counts();
  size_t rows = kRows;
  const auto write = [&](size_t number, BytesView suffix, bool is_erase) {
    ports::WriteBatch batch;
    batch.writes.push_back({"k" + std::to_string(kRows + number) + Bytes(suffix), "1", is_erase,
                            is_erase ? ports::WasThere::kYes : ports::WasThere::kNo});
    counts.commit(batch);
    is_erase ? --rows : ++rows;
    if (number % 100 == 0) {
      EXPECT_EQ(pass(counts, {"a", "z", kAll}).rows, rows);
    }
  };
  for (size_t i = 0; i < kRows; i += 5) write(i, "+", false);
  const size_t bytes_before = counts.byte_count();
  for (size_t i = 0; i < kRows; ++i) write(i, "", true);
  EXPECT_EQ(kv.counts().scan_pages, 0);
  EXPECT_LT(counts.byte_count(), bytes_before / 2);  // what became small is one
  for (size_t i = 0; i < 1000; ++i) write(i * 10, "", false);
  for (size_t i = 0; i < 1000; ++i) write(i, "++", false);
  EXPECT_LT(kv.counts().scan_pages, 30);
}

}  // namespace
}  // namespace keemun::keyspace
