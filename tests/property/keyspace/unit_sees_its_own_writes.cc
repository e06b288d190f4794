// A unit of work, and a pending store that gathers many, read as the store will after the commit;
// the commit is one and brings exactly that.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "keyspace/unit/pending_store.h"
#include "keyspace/unit/unit_of_work.h"
#include "keyspace/unit/write_overlay.h"
#include "sim/kv_front.h"
#include "sim/sim_kv.h"

namespace keemun::keyspace {
namespace {

using Map = std::map<Bytes, Bytes, std::less<>>;

// Few and short, so that keys meet, lie beside one another and are prefixes of one another.
rc::Gen<Bytes> small_key() {
  return rc::gen::resize(
      4, rc::gen::container<Bytes>(rc::gen::element('\0', 'a', 'b', static_cast<char>(0xff))));
}

struct Step {
  enum class Kind { kPut, kErase, kEraseRange, kCommit } kind = Kind::kPut;
  bool is_by_place = false;
  Bytes key;
  Bytes value;
  Bytes end;
};

void showValue(const Step& step, std::ostream& stream) {
  const auto show = [&](const Bytes& bytes) {
    stream << ' ';
    for (const char c : bytes) stream << "0.b"[c == 0 ? 0 : c == 'a' || c == 'b' ? 2 : 1];
    stream << '/' << bytes.size();
  };
  stream << static_cast<int>(step.kind);
  show(step.key);
  show(step.end);
}

rc::Gen<Step> any_step() {
  using Kind = Step::Kind;
  const auto kind = rc::gen::weightedElement<Kind>(
      {{6, Kind::kPut}, {4, Kind::kErase}, {1, Kind::kEraseRange}, {1, Kind::kCommit}});
  // Some are longer than their heads.
  const auto value = rc::gen::oneOf(small_key(), rc::gen::just(Bytes(200, 'v')));
  return rc::gen::build<Step>(rc::gen::set(&Step::kind, kind), rc::gen::set(&Step::is_by_place),
                              rc::gen::set(&Step::key, small_key()),
                              rc::gen::set(&Step::value, value),
                              rc::gen::set(&Step::end, small_key()));
}

void apply(const Step& step, UnitOfWork& unit, Map& expected) {
  switch (step.kind) {
    case Step::Kind::kPut:
      if (step.is_by_place) {
        unit.put_at(unit.look_up(step.key), Bytes(step.value), ports::Stage::kPut);
      } else {
        unit.put(step.key, step.value, ports::Stage::kPut);
      }
      expected.insert_or_assign(step.key, step.value);
      break;
    case Step::Kind::kErase:
      if (step.is_by_place) {
        unit.erase_at(unit.look_up(step.key), ports::Stage::kErase);
      } else {
        unit.erase(step.key, ports::Stage::kErase);
      }
      expected.erase(step.key);
      break;
    case Step::Kind::kEraseRange:
      unit.erase_range(step.key, step.end);
      if (step.key < step.end) {
        expected.erase(expected.lower_bound(step.key), expected.lower_bound(step.end));
      }
      break;
    case Step::Kind::kCommit:
      break;
  }
}

// All that `request` asks for, page by page.
template <typename Store>
std::vector<ports::Row> read_pages(Store& store, ports::ScanRequest request) {
  std::vector<ports::Row> rows;
  Bytes edge;
  while (true) {
    const ports::ScanPage page = store.scan(request);
    RC_ASSERT(page.rows.size() <= request.rows_max);
    rows.insert(rows.end(), page.rows.begin(), page.rows.end());
    if (!page.has_more) return rows;
    RC_ASSERT(!page.rows.empty());
    edge = rows.back().key;
    if (request.is_reverse) {
      request.end = edge;
    } else {
      request.begin = edge += '\0';
    }
  }
}

std::vector<ports::Row> rows_between(const Map& map, const Bytes& begin, const Bytes& end,
                                     bool is_reverse, ports::Values values) {
  std::vector<ports::Row> rows;
  if (begin >= end) return rows;
  for (auto at = map.lower_bound(begin); at != map.lower_bound(end); ++at) {
    rows.push_back({at->first, Bytes(ports::part_of(at->second, values))});
  }
  if (is_reverse) std::reverse(rows.begin(), rows.end());
  return rows;
}

// As far as rows are asked for, or to the end.
template <typename Store>
void check_passed(Store& store, const Map& expected, const ports::ScanRequest& request) {
  const Bytes begin(request.begin);
  const Bytes end(request.end);
  const size_t rows = rows_between(expected, begin, end, false, ports::Values::kNone).size();
  size_t passed_rows = 0;
  Bytes bound;
  ports::ScanRequest rest = request;
  for (bool has_more = true; has_more && passed_rows < request.rows_max;) {
    rest.rows_max = request.rows_max - passed_rows;
    const ports::PassedRows passed = store.pass_over(rest);
    passed_rows += passed.rows;
    has_more = passed.has_more;
    bound = passed.bound;
    (request.is_reverse ? rest.end : rest.begin) = bound;
  }
  RC_ASSERT(passed_rows == std::min(rows, request.rows_max));
  RC_ASSERT(read_pages(store, rest).size() == rows - passed_rows);
}

// No key of these tests is so long.
const Bytes kBehindAll(9, '\xff');

template <typename Store>
void check_reads(Store& store, const Map& expected) {
  const auto keys = *rc::gen::resize(6, rc::gen::container<std::vector<Bytes>>(small_key()));
  const auto values = store.multi_get(keys);
  RC_ASSERT(values.size() == keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto found = expected.find(keys[i]);
    const auto value = found == expected.end() ? std::nullopt : std::optional(found->second);
    RC_ASSERT(store.get(keys[i]) == value);
    RC_ASSERT(values[i] == value);
  }
  const Bytes begin = *small_key();
  const Bytes end = *small_key();
  const size_t rows_max = *rc::gen::inRange<size_t>(1, 6);
  for (const bool is_reverse : {false, true}) {
    check_passed(store, expected, {begin, end, rows_max, is_reverse});
    for (const auto wanted : {ports::Values::kWhole, ports::Values::kHeads, ports::Values::kNone}) {
      RC_ASSERT(read_pages(store, {begin, end, rows_max, is_reverse, wanted}) ==
                rows_between(expected, begin, end, is_reverse, wanted));
      RC_ASSERT(read_pages(store, {BytesView(), kBehindAll, rows_max, is_reverse, wanted}) ==
                rows_between(expected, Bytes(), kBehindAll, is_reverse, wanted));
    }
  }
}

// Rows that are looked up stand in the unit from then on, and change as the others do.
void check_look_ups(UnitOfWork& unit, const Map& expected) {
  for (const Bytes& key :
       *rc::gen::resize(6, rc::gen::container<std::vector<Bytes>>(small_key()))) {
    const auto found = expected.find(key);
    const auto value = found == expected.end() ? std::nullopt : std::optional(found->second);
    RC_ASSERT(unit.value_of(unit.look_up(key)) == value);
  }
}

Map any_rows() {
  return *rc::gen::resize(40, rc::gen::container<Map>(small_key(), small_key()));
}

// Not after each step, so that many rows come between two reads at times.
bool is_time_to_read() {
  return *rc::gen::weightedElement<bool>({{1, true}, {4, false}});
}

RC_GTEST_PROP(UnitOfWork, SeesItsOwnWritesAndCommitsThem, ()) {
  sim::SimKv kv;
  kv.rows() = any_rows();
  const Map before = kv.rows();
  Map expected = before;
  const ports::Capabilities capabilities = kv.capabilities();
  UnitOfWork unit(kv, capabilities, 0);
  for (const Step& step : *rc::gen::container<std::vector<Step>>(any_step())) {
    apply(step, unit, expected);
    if (is_time_to_read()) check_look_ups(unit, expected);
    if (is_time_to_read()) check_reads(unit, expected);
  }
  check_look_ups(unit, expected);
  check_reads(unit, expected);
  RC_ASSERT(kv.rows() == before);
  const bool has_writes = unit.has_writes();
  unit.commit();
  RC_ASSERT(kv.rows() == expected);
  RC_ASSERT(kv.counts().commits == (has_writes ? 1 : 0));
}

// In one run, in few, in many; upwards or downwards.
TEST(UnitOfWork, ScansWhatItHasWrittenInWhateverOrder) {
  constexpr size_t kRows = 1'000;
  sim::SimKv kv;
  const ports::Capabilities capabilities = kv.capabilities();
  using Order = std::pair<size_t, bool>;
  for (const auto& [runs, is_upwards] :
       {Order(1, true), Order(4, true), Order(100, true), Order(1, false)}) {
    UnitOfWork unit(kv, capabilities, 0);
    Map expected;
    for (size_t i = 0; i < kRows; ++i) {
      const size_t upwards = i * runs % kRows + i * runs / kRows;
      const Bytes key = std::to_string(kRows + (is_upwards ? upwards : kRows - 1 - upwards));
      expected[key] = std::to_string(i);
      unit.put(key, expected[key], ports::Stage::kPut);
    }
    Map found;
    for (ports::Row& row : unit.scan({"0", "9", kRows}).rows) {
      EXPECT_TRUE(found.empty() || found.rbegin()->first < row.key);
      found[row.key] = row.value;
    }
    EXPECT_EQ(found, expected);
  }
}

// As ZPOPMIN in a loop of a transaction, or in many commands of one group commit.
RC_GTEST_PROP(UnitOfWork, SeesWhatIsLeftWhereItTakesFromTheEnds, ()) {
  constexpr int kRows = 200;
  const auto below = [](int bound) { return *rc::gen::inRange(0, bound); };
  const auto key = [](int number) { return std::to_string(1000 + number); };
  sim::SimKv kv;
  for (int i = 0; i < kRows; ++i) kv.rows()[key(i)] = "v";
  Map expected = kv.rows();
  const ports::Capabilities capabilities = kv.capabilities();
  PendingStore pending(kv);
  auto unit = std::make_unique<UnitOfWork>(pending, capabilities, 0);
  const auto take = [&](size_t count, bool is_reverse) {
    const Bytes begin = key(below(3) == 0 ? below(kRows) : 0);
    const Bytes end = key(below(3) == 0 ? below(kRows) : kRows);
    const ports::ScanRequest request = {begin, end, count, is_reverse};
    auto wanted = rows_between(expected, begin, end, is_reverse, ports::Values::kWhole);
    const bool has_more = wanted.size() > count;
    if (has_more) wanted.resize(count);
    const ports::ScanPage page = unit->scan(request);
    RC_ASSERT(page.rows == wanted);
    RC_ASSERT(page.has_more || !has_more);
    for (const ports::Row& row : wanted) {
      unit->erase(row.key, ports::Stage::kErase);
      expected.erase(row.key);
    }
    check_passed(*unit, expected, {begin, end, static_cast<size_t>(1 + below(50)), is_reverse});
  };
  bool has_departed = false;
  for (int i = 0; i < 40; ++i) {
    take(static_cast<size_t>(1 + below(30)), below(2) == 0);
    for (int puts = below(4); puts > 0; --puts) {
      const Bytes put = key(below(kRows));
      if (below(2) == 0) {
        unit->put(put, "w", ports::Stage::kPut);
      } else {
        unit->put_at(unit->look_up(put), "w", ports::Stage::kPut);
      }
      expected[put] = "w";
    }
    if (below(2) == 0) continue;
    unit->commit_into(pending);
    unit = std::make_unique<UnitOfWork>(pending, capabilities, 0);
    if (below(4) != 0) continue;
    if (has_departed) {
      kv.commit(pending.departed());
      pending.arrive();
    } else {
      pending.depart();
    }
    has_departed = !has_departed;
  }
  unit->commit_into(pending);
  if (has_departed) kv.commit(pending.departed());
  pending.arrive();
  pending.flush();
  RC_ASSERT(kv.rows() == expected);
}

std::vector<uint32_t> places_by_key(const ports::WriteBatch& batch) {
  std::vector<uint32_t> places(batch.writes.size());
  std::iota(places.begin(), places.end(), 0);
  std::sort(places.begin(), places.end(),
            [&batch](uint32_t a, uint32_t b) { return batch.writes[a].key < batch.writes[b].key; });
  return places;
}

// One after another, of which some write what others have written, or erase it.
RC_GTEST_PROP(PendingStore, TakesBatchesOfManyRows, ()) {
  constexpr int kRows = 400;
  const auto below = [](int bound) { return *rc::gen::inRange(0, bound); };
  const auto key = [](int number) { return std::to_string(1000 + number); };
  sim::SimKv kv;
  for (int i = 0; i < kRows; i += 3) kv.rows()[key(i)] = "v";
  Map expected = kv.rows();
  PendingStore pending(kv);
  for (int batches = 1 + below(5); batches > 0; --batches) {
    ports::WriteBatch batch;
    const int first = below(kRows);
    const int last = first + below(kRows - first);
    if (first < last && below(2) == 0) {
      batch.range_erases.push_back({key(first), key(last)});
      expected.erase(expected.lower_bound(key(first)), expected.lower_bound(key(last)));
    }
    const int begin = below(kRows);
    const int step = 1 + below(3);
    const bool is_reverse = below(2) == 0;
    for (int i = begin; i < kRows; i += step) {
      const Bytes row = key(is_reverse ? begin + kRows - i : i);
      const bool is_erase = below(3) == 0;
      const Bytes value = is_erase ? "" : std::to_string(batches);
      batch.writes.push_back({row, value, is_erase});
      if (is_erase) {
        expected.erase(row);
      } else {
        expected[row] = value;
      }
    }
    if (below(2) == 0) batch.by_key = places_by_key(batch);
    pending.hand_over(batch);
    for (int i = 0; i < kRows; ++i) {
      const auto found = expected.find(key(i));
      RC_ASSERT(pending.get(key(i)) ==
                (found == expected.end() ? std::nullopt : std::optional(found->second)));
    }
    if (below(2) == 0) {
      RC_ASSERT(read_pages(pending, {"0", "9", 50}) ==
                rows_between(expected, "0", "9", false, ports::Values::kWhole));
    }
  }
  pending.flush();
  RC_ASSERT(kv.rows() == expected);
}

// A store that lets others go, and keeps the batch that it was given last.
class Resting final : public sim::KvFront {
 public:
  Resting() : KvFront(kv_) {}

  void commit(const ports::WriteBatch& batch) override { last = batch; }
  void let_others_go() override { ++rests; }

  ports::WriteBatch last;
  int rests = 0;

 private:
  sim::SimKv kv_;
};

TEST(UnitOfWork, PutsVeryManyRowsInOrderBesideOthers) {
  Resting store;
  const ports::Capabilities capabilities = store.capabilities();
  for (const size_t rows : {size_t{1'000}, size_t{20'000}}) {
    UnitOfWork unit(store, capabilities, 0);
    for (size_t i = 0; i < rows; ++i) {
      unit.put(std::to_string(i * 7'919 % rows), "v", ports::Stage::kPut);
    }
    const int rests_before = store.rests;
    unit.put_in_order();
    const bool are_very_many = rows > 10'000;
    EXPECT_EQ(store.rests > rests_before + 100, are_very_many);
    unit.put("behind all", "v", ports::Stage::kPut);
    unit.put("0", "w", ports::Stage::kPut);
    unit.commit();
    EXPECT_EQ(store.last.writes.size(), rows + 1);
    const std::vector<uint32_t> none;
    EXPECT_EQ(store.last.by_key, are_very_many ? places_by_key(store.last) : none);
  }
}

// As what a transaction has put in order, with a few rows more.
TEST(PendingStore, GivesTheOrderOn) {
  Resting store;
  const ports::Capabilities capabilities = store.capabilities();
  PendingStore pending(store);
  for (const size_t rows : {size_t{10}, size_t{20'000}, size_t{10}}) {
    UnitOfWork unit(pending, capabilities, 0);
    for (size_t i = 0; i < rows; ++i) {
      unit.put(std::to_string(rows + i * 7'919 % rows), "v", ports::Stage::kPut);
    }
    unit.put_in_order();
    unit.commit_into(pending);
  }
  pending.flush();
  EXPECT_EQ(store.last.writes.size(), 20'010u);
  EXPECT_EQ(store.last.by_key, places_by_key(store.last));
}

TEST(PendingStore, StepsOverWhatWasTakenOnce) {
  constexpr int kRows = 2'000;
  sim::SimKv kv;
  for (int i = 0; i < kRows; ++i) kv.rows()[std::to_string(10'000 + i)] = "v";
  const ports::Capabilities capabilities = kv.capabilities();
  PendingStore pending(kv);
  for (int i = 0; i < kRows; ++i) {
    UnitOfWork unit(pending, capabilities, 0);
    unit.erase(unit.scan({"0", "9", 1, i % 2 == 0}).rows.at(0).key, ports::Stage::kErase);
    unit.commit_into(pending);
  }
  EXPECT_TRUE(pending.scan({"0", "9", 1}).rows.empty());
  EXPECT_LE(kv.counts().scanned_rows, 20 * kRows);
}

// What is found hollow while it is passed over joins the span that bounded it.
TEST(WriteOverlay, PassesOverWhatTurnsOutToBeHollow) {
  sim::SimKv kv;
  for (int i = 1000; i < 1100; ++i) kv.rows()[std::to_string(i)] = "v";
  for (const bool is_reverse : {false, true}) {
    WriteOverlay overlay;
    const auto erase = [&](int number) {
      overlay.write({std::to_string(number), "", true}, ports::Stage::kErase);
    };
    for (int i = 0; i < 20; ++i) {
      erase(std::stoi(overlay.scan(kv, {"1", "9", 1, !is_reverse}).rows.at(0).key));
    }
    overlay.scan(kv, {"1", "9", 1, !is_reverse});
    const int first = is_reverse ? 1020 : 1060;
    for (int i = first; i < first + 20; ++i) erase(i);
    const Bytes begin = is_reverse ? "1" : "1060";
    const Bytes end = is_reverse ? "1040" : "9";
    ports::PassedRows passed = overlay.pass_over(kv, {begin, end, 100, is_reverse});
    if (is_reverse) {  // what lies above all that is erased comes first
      EXPECT_TRUE(passed.has_more);
      passed = overlay.pass_over(kv, {begin, passed.bound, 100, is_reverse});
    }
    EXPECT_EQ(passed.rows, 0u);
    EXPECT_FALSE(passed.has_more);
    EXPECT_EQ(passed.bound, is_reverse ? begin : end);
  }
}

TEST(WriteOverlay, KeepsTheHeadOfALongValueThatItOverwrites) {
  sim::SimKv kv;
  kv.rows()["long"] = Bytes(10'000, 'l');
  kv.rows()["short"] = Bytes(1'000, 's');
  WriteOverlay overlay;
  for (const char* const key : {"long", "short"}) {
    overlay.erase_at(overlay.look_up(kv, key), ports::Stage::kErase);
  }
  EXPECT_EQ(*overlay.before(overlay.look_up(kv, "long")), Bytes(128, 'l'));
  EXPECT_EQ(*overlay.before(overlay.look_up(kv, "short")), Bytes(1'000, 's'));
}

RC_GTEST_PROP(UnitOfWork, AsksForAMetaOnceAndSeesItChange, ()) {
  sim::SimKv kv;
  const Bytes key = *small_key();
  const bool exists = *rc::gen::arbitrary<bool>();
  if (exists) kv.rows()[key] = "v";
  const ports::Capabilities capabilities = kv.capabilities();
  UnitOfWork unit(kv, capabilities, 0);
  const size_t row = unit.look_up(key);
  for (int i = 0; i < 3; ++i) RC_ASSERT(unit.value_of(unit.look_up(key)).has_value() == exists);
  RC_ASSERT(kv.counts().gets == 1);
  unit.put(key, "w", ports::Stage::kPut);
  RC_ASSERT(unit.look_up(key) == row);
  RC_ASSERT(unit.value_of(row) == Bytes("w"));
  unit.erase_at(row, ports::Stage::kErase);
  RC_ASSERT(unit.value_of(row) == std::nullopt);
  RC_ASSERT(unit.get(key) == std::nullopt);
  RC_ASSERT(kv.counts().gets == 1);
}

RC_GTEST_PROP(PendingStore, IsTheStoreAsItWillBeAndFlushesOnce, ()) {
  sim::SimKv kv;
  kv.rows() = any_rows();
  const Map before = kv.rows();
  Map committed = before;
  const ports::Capabilities capabilities = kv.capabilities();
  PendingStore pending(kv);
  auto unit = std::make_unique<UnitOfWork>(pending, capabilities, 0);
  Map expected = committed;
  for (const Step& step : *rc::gen::container<std::vector<Step>>(any_step())) {
    apply(step, *unit, expected);
    if (is_time_to_read()) check_reads(*unit, expected);
    if (step.kind != Step::Kind::kCommit) continue;
    // Every second unit is dropped, as that of a command that fails.
    if (step.key.size() % 2 == 0) {
      unit->commit_into(pending);
      committed = expected;
    }
    expected = committed;
    unit = std::make_unique<UnitOfWork>(pending, capabilities, 0);
    if (is_time_to_read()) check_reads(pending, committed);
  }
  RC_ASSERT(kv.rows() == before);
  pending.flush();
  RC_ASSERT(kv.rows() == committed);
  RC_ASSERT(kv.counts().commits <= 1);
}

// A store whose batches are not atomic, and that refuses them after some.
class BatchLog final : public sim::KvFront {
 public:
  BatchLog() : KvFront(kv_) {}

  ports::Capabilities capabilities() const override {
    ports::Capabilities capabilities = kv_.capabilities();
    capabilities.atomic_batch = false;
    return capabilities;
  }
  void commit(const ports::WriteBatch& batch) override {
    if (batches.size() == batches_max) {
      throw ports::StoreError(ports::StoreError::Kind::kUnavailable, "gone");
    }
    std::vector<Bytes> keys;
    for (const auto& write : batch.writes) keys.push_back(write.key);
    batches.push_back(std::move(keys));
    kv_.commit(batch);
  }

  std::vector<std::vector<Bytes>> batches;
  size_t batches_max = 100;

 private:
  sim::SimKv kv_;
};

// Growth, then shrinking: a meta before its row, then behind it.
void commit_two_units(PendingStore& pending, const ports::Capabilities& capabilities) {
  UnitOfWork growth(pending, capabilities, 0);
  growth.put("row", "v", ports::Stage::kPut);
  growth.put("meta", "1", ports::Stage::kMetaFirst);
  growth.commit_into(pending);
  UnitOfWork shrinking(pending, capabilities, 0);
  shrinking.put("meta", "0", ports::Stage::kMetaLast);
  shrinking.erase("row", ports::Stage::kErase);
  shrinking.commit_into(pending);
}

TEST(PendingStore, KeepsTheOrderOfEachUnitWhereBatchesAreNotAtomic) {
  BatchLog kv;
  PendingStore pending(kv);
  commit_two_units(pending, kv.capabilities());
  EXPECT_TRUE(kv.batches.empty());
  EXPECT_EQ(pending.get("meta"), "0");
  pending.flush();
  EXPECT_EQ(kv.batches, (std::vector<std::vector<Bytes>>{{"meta", "row"}, {"row", "meta"}}));
  pending.flush();
  EXPECT_EQ(kv.batches.size(), 2u);
}

TEST(PendingStore, ThatFailsBetweenTwoUnitsDoesNotSayThatNothingHappened) {
  for (const size_t batches_max : {0u, 1u}) {
    BatchLog kv;
    kv.batches_max = batches_max;
    PendingStore pending(kv);
    commit_two_units(pending, kv.capabilities());
    try {
      pending.flush();
      ADD_FAILURE() << "flushed";
    } catch (const ports::StoreError& error) {
      EXPECT_EQ(error.kind(), batches_max == 0 ? ports::StoreError::Kind::kUnavailable
                                               : ports::StoreError::Kind::kUnknownOutcome);
    }
  }
}

}  // namespace
}  // namespace keemun::keyspace
