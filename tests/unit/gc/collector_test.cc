#include "gc/collector.h"

#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <memory>

#include "format/store_records.h"
#include "keyspace/unit/pending_store.h"
#include "session/session.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::gc {
namespace {

constexpr int64_t kStartMs = 1'700'000'000'000;

// Does something just before anybody is alone with a key.
class DisturbedTurns final : public keyspace::KeyTurns {
 public:
  std::function<void()> disturb = [] {};
  bool owns_keys = true;

  void in_turn(std::span<const BytesView> keys, const Work& work) override {
    disturb();
    work({owns_keys ? keys : std::span<const BytesView>()});
  }
};

// Reads one key no more.
class OneKeyAway final : public sim::KvFront {
 public:
  using KvFront::KvFront;

  Bytes away;

  std::optional<Bytes> get(BytesView key) override {
    if (key == away) throw ports::StoreError(ports::StoreError::Kind::kUnavailable, "away");
    return KvFront::get(key);
  }
};

// A store that makes a batch visible row by row.
class RowByRow final : public sim::KvFront {
 public:
  using KvFront::KvFront;

  ports::Capabilities capabilities() const override {
    ports::Capabilities capabilities = KvFront::capabilities();
    capabilities.atomic_batch = false;
    return capabilities;
  }
};

class CannotScan final : public sim::KvFront {
 public:
  using KvFront::KvFront;

  bool fails = false;

  ports::ScanPage scan(const ports::ScanRequest& request) override {
    if (fails) throw ports::StoreError(ports::StoreError::Kind::kUnavailable, "away");
    return KvFront::scan(request);
  }
};

// One database, its collector, and a client.
class CollectedDatabase : public testing::Test {
 protected:
  void open(ports::KvStore& store, bool has_expiry_index) {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "d");
    settings.encodings.has_expiry_index = has_expiry_index;
    core_ = std::make_unique<session::Core>(store, clock_, random_, std::move(settings));
    session_ = std::make_unique<session::Session>(*core_);
  }
  void collect_with(std::unique_ptr<Collector> collector) {
    collector_ = std::move(collector);
    core_->garbage = collector_.get();
  }
  Bytes Run(std::initializer_list<BytesView> words) {
    const std::vector<BytesView> args(words);
    return resp::to_transcript(session_->execute(args));
  }
  void AddFields(BytesView key, size_t count) {
    for (size_t i = 0; i < count; ++i) Run({"hset", key, std::to_string(i), "v"});
  }

  sim::SimKv kv_;
  keyspace::PendingStore pending_{kv_};  // where commits are gathered
  sim::SimClock clock_{kStartMs};
  sim::SimRandom random_{1};
  DisturbedTurns turns_;
  std::unique_ptr<session::Core> core_;
  std::unique_ptr<session::Session> session_;
  std::unique_ptr<Collector> collector_;
};

class CollectorTest : public CollectedDatabase {
 protected:
  CollectorTest() {
    open(kv_, false);
    collect_with(Make("a"));
  }

  std::unique_ptr<Collector> Make(Bytes owner) { return Make(std::move(owner), kv_); }
  std::unique_ptr<Collector> Make(Bytes owner, ports::KvStore& fresh) {
    CollectorSettings settings;
    settings.scan.owner = std::move(owner);
    settings.queue_max = 2;
    return std::make_unique<Collector>(Doors{fresh, core_->store, turns_},
                                       core_->settings.databases, settings);
  }

  void Collect() {
    while (collector_->collect_step(clock_.now_ms())) {
    }
  }
  void ScanRound(Collector& collector) {
    while (collector.scan_step_of(0, clock_.now_ms()) == ScanStep::kWorked) {
    }
  }
  // Rows of keys, not about the store.
  size_t RowCount() {
    size_t count = 0;
    for (const auto& [key, value] : kv_.rows()) count += key.starts_with("x#") ? 0U : 1U;
    return count;
  }
};

// On a store that gathers commits, which come to nothing, or happen.
class GatheringCollectorTest : public CollectedDatabase {
 protected:
  GatheringCollectorTest() {
    open(pending_, true);
    CollectorSettings collecting;
    collecting.queue_max = 2;
    collecting.gathers_commits = true;
    collecting.sweep.namespaces = {{0, format::EncodingFamily::kCamellia}};
    collecting.sweep.look_back_ms = 60'000;
    collect_with(std::make_unique<Collector>(Doors{pending_, core_->store, turns_},
                                             core_->settings.databases, collecting));
  }

  void leave_fields(BytesView key, size_t count) {
    AddFields(key, count);
    Run({"del", key});
  }
  // As the host does with what was gathered, of which the first part may be under way.
  void depart() {
    pending_.depart();
    collector_->depart();
  }
  void arrive() {
    ports::WriteBatch batch = pending_.departed();
    kv_.commit(batch);
    pending_.arrive();
    collector_->arrive();
  }
  void flush() {
    pending_.flush();
    collector_->settle();
  }
  void fail() {
    pending_.drop();
    collector_->begin_anew();
    core_->start_over();
  }
  size_t row_count() const { return kv_.rows().size(); }
};

TEST_F(GatheringCollectorTest, CollectsAnewWhatCameToNothing) {
  leave_fields("a", 250);
  leave_fields("b", 3);
  flush();
  const size_t rows = row_count();
  const Totals before = collector_->totals();
  for (int i = 0; i < 3; ++i) {
    while (collector_->collect_step(kStartMs)) {
    }
    EXPECT_EQ(collector_->queued_count(), 0U);
    fail();
    EXPECT_EQ(collector_->queued_count(), 2U);
    EXPECT_EQ(collector_->totals(), before);
  }
  collector_->collect_step(kStartMs);  // of a key, a page
  fail();
  while (collector_->collect_step(kStartMs)) {
  }
  flush();
  EXPECT_EQ(row_count(), rows - 253);
  EXPECT_EQ(collector_->totals().rows_erased, 253);
  EXPECT_EQ(collector_->totals().keys_collected, 2);
}

TEST_F(GatheringCollectorTest, CollectsNothingAnewThatHasArrived) {
  leave_fields("a", 3);
  leave_fields("b", 3);
  flush();
  const size_t rows = row_count();
  collector_->collect_step(kStartMs);
  depart();
  collector_->collect_step(kStartMs);
  arrive();
  fail();
  EXPECT_EQ(collector_->queued_count(), 1U);
  EXPECT_EQ(collector_->totals().rows_erased, 3);
  EXPECT_EQ(row_count(), rows - 3);
  collector_->collect_step(kStartMs);
  depart();
  fail();
  EXPECT_EQ(collector_->queued_count(), 1U);
  EXPECT_EQ(collector_->totals().rows_erased, 3);
}

TEST_F(GatheringCollectorTest, ScansAtOnceAlsoWhereTheFirstPageCameToNothing) {
  while (collector_->scan_step(kStartMs)) {
  }
  for (const BytesView key : {"a", "b", "c"}) leave_fields(key, 10);
  while (collector_->collect_step(kStartMs)) {
  }
  flush();
  const size_t rows = row_count();
  EXPECT_TRUE(collector_->scan_step(kStartMs));
  fail();
  while (collector_->scan_step(kStartMs)) {
  }
  flush();
  EXPECT_EQ(row_count(), rows - 10);
}

TEST_F(GatheringCollectorTest, SweepsAnewWhatCameToNothing) {
  for (const BytesView key : {"a", "b", "c"}) Run({"set", key, "v", "px", "10"});
  Run({"set", "lives", "v"});
  flush();
  clock_.advance(20);
  while (collector_->sweep_step(core_->now_ms())) {
  }
  EXPECT_EQ(collector_->totals().keys_swept, 3);
  fail();
  EXPECT_EQ(collector_->totals().keys_swept, 0);
  while (collector_->sweep_step(core_->now_ms())) {
  }
  flush();
  EXPECT_EQ(collector_->totals().keys_swept, 3);
  EXPECT_EQ(Run({"dbsize"}), "(integer) 1");
}

TEST_F(CollectorTest, SaysForHowLongGarbageWaits) {
  AddFields("h", 3);
  EXPECT_FALSE(collector_->collect_step(clock_.now_ms()));
  Run({"del", "h"});
  clock_.advance(700);
  EXPECT_FALSE(collector_->sweep_step(clock_.now_ms()));
  EXPECT_EQ(collector_->queue_behind_ms(), 700);
  Collect();
  EXPECT_EQ(collector_->queue_behind_ms(), 0);
}

TEST_F(CollectorTest, ErasesADeletedKeyAPageACommit) {
  AddFields("h", 250);
  Run({"del", "h"});
  EXPECT_EQ(RowCount(), 250U);
  for (const size_t left : {150U, 50U, 0U}) {
    EXPECT_TRUE(collector_->collect_step(kStartMs));
    EXPECT_EQ(RowCount(), left);
  }
  Collect();
  EXPECT_EQ(collector_->totals().rows_erased, 250);
  EXPECT_EQ(collector_->totals().keys_collected, 1);
  EXPECT_EQ(collector_->totals().commits, 3);
}

TEST_F(CollectorTest, ErasesWhatWasOverwrittenAndNotWhatIsThere) {
  Run({"zadd", "k", "1", "a", "2", "b"});
  Run({"set", "k", "v"});
  Collect();
  EXPECT_EQ(RowCount(), 1U);
  EXPECT_EQ(Run({"get", "k"}), Run({"echo", "v"}));
}

TEST_F(CollectorTest, ErasesRowsOfEveryFamilyThatASortedSetMayHave) {
  Run({"zadd", "z", "1", "\x01" + Bytes(16, 'm')});  // called as its row in the index would be
  const auto row = kv_.rows().lower_bound("s#");
  ASSERT_TRUE(row->first.starts_with("s#"));
  kv_.rows()["i" + row->first.substr(1)] = "member";
  EXPECT_EQ(RowCount(), 4U);
  Run({"del", "z"});
  Collect();
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, LooksOnceForWhatAKeyCanHave) {
  AddFields("h", 3);
  Run({"del", "h"});
  kv_.reset_counts();
  Collect();
  EXPECT_EQ(kv_.counts().scan_pages, 1);
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, ErasesAKeyThatACommandFoundExpired) {
  AddFields("h", 3);
  Run({"pexpire", "h", "10"});
  clock_.advance(11);
  Run({"hget", "h", "0"});
  Collect();
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, ErasesAStringThatACommandFoundExpired) {
  Run({"set", "s", "v", "px", "10"});
  clock_.advance(11);
  Run({"get", "s"});
  EXPECT_EQ(RowCount(), 1U);
  Collect();
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, ScansHeadsOfStrings) {
  for (const char* key : {"a", "b", "c"}) Run({"set", key, Bytes(10'000, 'v'), "px", "10"});
  Run({"set", "d", Bytes(10'000, 'v')});
  clock_.advance(11);
  kv_.reset_counts();
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 1U);
  EXPECT_LE(kv_.counts().scanned_bytes, kv_.counts().scanned_rows * int64_t{ports::kHeadBytes});
}

TEST_F(CollectorTest, LeavesAMetaThatChangedAfterItWasJudged) {
  AddFields("h", 3);
  Run({"pexpire", "h", "10"});
  clock_.advance(11);
  Run({"hget", "h", "0"});
  turns_.disturb = [this] { Run({"hset", "h", "new", "v"}); };
  collector_->collect_step(clock_.now_ms());
  turns_.disturb = [] {};
  EXPECT_EQ(Run({"hlen", "h"}), Run({"exists", "h"}));
  ScanRound(*collector_);
  EXPECT_EQ(Run({"hlen", "h"}), Run({"exists", "h"}));
  EXPECT_EQ(RowCount(), 2U);
}

TEST_F(CollectorTest, LeavesAKeyThatOnlySeemedExpired) {
  AddFields("h", 3);
  Run({"pexpire", "h", "10"});
  clock_.advance(11);
  Run({"hget", "h", "0"});
  // The collector's time is behind the command's.
  while (collector_->collect_step(kStartMs)) {
  }
  EXPECT_EQ(RowCount(), 4U);
}

TEST_F(CollectorTest, LeavesExpiredKeysOfOtherProcessesToThem) {
  AddFields("h", 3);
  Run({"pexpire", "h", "10"});
  clock_.advance(11);
  turns_.owns_keys = false;
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 4U);
  EXPECT_EQ(collector_->totals().rounds_ended, 1);
}

TEST_F(CollectorTest, FindsByScanWhatTheQueueHadNoRoomFor) {
  for (const BytesView key : {"a", "b", "c"}) {
    AddFields(key, 2);
    Run({"del", key});
  }
  EXPECT_EQ(collector_->totals().keys_dropped, 1);
  Collect();
  EXPECT_EQ(RowCount(), 2U);
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, ScansAtOnceForWhatTheQueueHadNoRoomFor) {
  ScanRound(*collector_);
  ASSERT_EQ(collector_->scan_step_of(0, clock_.now_ms()), ScanStep::kNotDue);
  for (const BytesView key : {"a", "b", "c"}) {
    AddFields(key, 2);
    Run({"del", key});
  }
  Collect();
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 0U);
  EXPECT_EQ(collector_->scan_step_of(0, clock_.now_ms()), ScanStep::kNotDue);
}

// As where it is not in memory yet.
TEST_F(CollectorTest, ScansAtOnceAlsoWhereTheFirstPageCouldNotBeRead) {
  CannotScan kv(kv_);
  collect_with(Make("a", kv));
  ScanRound(*collector_);
  for (const char* key : {"h1", "h2", "h3"}) {
    AddFields(key, 10);
    Run({"del", key});
  }
  Collect();
  EXPECT_EQ(RowCount(), 10U);
  kv.fails = true;
  EXPECT_THROW(ScanRound(*collector_), ports::StoreError);
  kv.fails = false;
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, GoesOnWhereAnotherStopped) {
  AddFields("h", 250);
  Run({"del", "h"});
  ASSERT_EQ(collector_->scan_step_of(0, clock_.now_ms()), ScanStep::kWorked);
  EXPECT_EQ(RowCount(), 150U);
  const auto other = Make("b");
  EXPECT_EQ(other->scan_step_of(0, clock_.now_ms()), ScanStep::kLeasedToOther);
  clock_.advance(60'000);
  ScanRound(*other);
  EXPECT_EQ(RowCount(), 0U);
  EXPECT_EQ(other->totals().rows_seen, 150);
  EXPECT_EQ(collector_->scan_step_of(0, clock_.now_ms()), ScanStep::kNotDue);
}

// Its records spare work: one that does not decode is written anew.
TEST_F(CollectorTest, BeginsAnewWhereItsRecordsDoNotDecode) {
  AddFields("h", 2);
  Run({"del", "h"});
  const Bytes& name = core_->settings.databases[0].namespace_name();
  kv_.rows()[format::gc_progress_key(name)] = "rubbish";
  kv_.rows()[format::gc_lease_key(name)] = "rubbish";
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 0U);
  EXPECT_TRUE(format::decode_gc_progress(kv_.rows().at(format::gc_progress_key(name))));
  EXPECT_TRUE(format::decode_gc_lease(kv_.rows().at(format::gc_lease_key(name))));
}

TEST_F(CollectorTest, LeavesWhatItCannotReadAndCountsIt) {
  kv_.rows()["m#dk"] = "no meta";
  kv_.rows()["s#d\xff\xff"] = "no row";
  const format::KeyLayout& layout = core_->settings.databases[0];
  kv_.rows()[layout.generation("k", format::KeyVersion{1}).sub_key("f")] = "below no meta";
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 3U);
  EXPECT_EQ(collector_->totals().rows_undecodable, 2);
}

TEST_F(CollectorTest, GivesAYoungRowTimeForItsMetaWhereBatchesAreNotAtomic) {
  AddFields("h", 2);
  Run({"del", "h"});
  RowByRow fresh(kv_);
  const auto collector = Make("b", fresh);
  ScanRound(*collector);
  EXPECT_EQ(RowCount(), 2U);
  clock_.advance(24 * 60 * 60 * 1000);
  ScanRound(*collector);
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, SeesMetasOfNewKeysOnlyWhileNoCommandRunsWhereBatchesAreNotAtomic) {
  RowByRow fresh(kv_);
  const auto collector = Make("b", fresh);
  AddFields("h", 2);
  const sim::RowMap whole = kv_.rows();
  // A command of a node whose clock is days behind has written the rows, not yet the meta.
  std::erase_if(kv_.rows(), [](const auto& row) { return row.first.starts_with("m#"); });
  turns_.disturb = [&] { kv_.rows().insert(whole.begin(), whole.end()); };
  clock_.advance(24 * 60 * 60 * 1000);
  ScanRound(*collector);
  EXPECT_EQ(RowCount(), 3U);
}

TEST_F(CollectorTest, TakesAKeyForExpiredOnlyWhenEveryClockSaysSo) {
  CollectorSettings settings;
  settings.scan.owner = "b";
  settings.scan.interval_ms = 0;
  settings.scan.clock_skew_ms = 500;
  Collector collector({kv_, core_->store, turns_}, core_->settings.databases, settings);
  AddFields("h", 3);
  Run({"pexpire", "h", "10"});
  clock_.advance(510);
  ScanRound(collector);
  EXPECT_EQ(RowCount(), 4U);
  clock_.advance(1);
  ScanRound(collector);
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, ErasesTheExpiredMetasOfAPageInOneCommit) {
  for (int i = 0; i < 50; ++i) Run({"set", std::to_string(i), "v", "px", "10"});
  clock_.advance(11);
  ScanRound(*collector_);
  EXPECT_EQ(RowCount(), 0U);
  EXPECT_EQ(collector_->totals().metas_erased, 50);
  // The lease, the metas, the progress; then the end of the round.
  EXPECT_EQ(collector_->totals().commits, 4);
}

TEST_F(CollectorTest, GoesOnWithOtherKeysWhenOneIsAway) {
  OneKeyAway fresh(kv_);
  fresh.away = core_->settings.databases[0].meta_key("a");
  const auto collector = Make("b", fresh);
  core_->garbage = collector.get();
  for (const BytesView key : {"a", "b"}) {
    AddFields(key, 2);
    Run({"del", key});
  }
  EXPECT_THROW(collector->collect_step(kStartMs), ports::StoreError);
  EXPECT_TRUE(collector->collect_step(kStartMs));
  EXPECT_EQ(RowCount(), 2U);
  fresh.away = "";
  while (collector->collect_step(kStartMs)) {
  }
  EXPECT_EQ(RowCount(), 0U);
}

TEST_F(CollectorTest, ScansUntilNothingIsDue) {
  AddFields("h", 1000);
  Run({"del", "h"});
  EXPECT_TRUE(collector_->scan_step(clock_.now_ms()));
  EXPECT_EQ(collector_->totals().rows_seen, 100);
  while (collector_->scan_step(clock_.now_ms())) {
  }
  EXPECT_EQ(RowCount(), 0U);
  EXPECT_EQ(collector_->totals().rounds_ended, 1);
  const Bytes& name = core_->settings.databases[0].namespace_name();
  const auto progress = format::decode_gc_progress(kv_.rows().at(format::gc_progress_key(name)));
  EXPECT_EQ(progress.value().round, 1);
}

}  // namespace
}  // namespace keemun::gc
