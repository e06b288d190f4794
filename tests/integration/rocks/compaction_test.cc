// What a compaction leaves out, and what it must not.
#include <algorithm>

#include "store_witness.h"
#include "support/temporary_directory.h"

#include "rocks/rocks_store.h"

namespace keemun {
namespace {

constexpr int64_t kHourMs = 60 * 60 * 1000;

class Compaction : public testing::Test {
 protected:
  explicit Compaction(format::LayoutKind layout = format::LayoutKind::kPlain) {
    rocks::RocksOptions options;
    options.dir = directory_ / "store";
    options.write_buffer_bytes = 16 << 10;
    options.compacted_namespaces = {format::KeyLayout(layout, "d")};
    store_ = std::make_unique<rocks::RocksStore>(options);
    session::CoreSettings settings;
    settings.databases = options.compacted_namespaces;
    core_ = std::make_unique<session::Core>(*store_, clock_, random_, std::move(settings));
    session_ = std::make_unique<session::Session>(*core_);
  }

  resp::Reply Run(std::initializer_list<BytesView> words) {
    return session_->execute(std::vector<BytesView>(words));
  }
  void FillHash(BytesView key) {
    for (int i = 0; i < 300; ++i) Run({"hset", key, std::to_string(i), "v"});
  }
  size_t KeyRows() {
    return static_cast<size_t>(std::ranges::count_if(
        rows_of(*store_), [](const auto& row) { return !row.first.starts_with("x#"); }));
  }
  void SettleAndCompact() {
    store_->settle(core_->now_ms());
    store_->compact();
  }

  TemporaryDirectory directory_;
  std::unique_ptr<rocks::RocksStore> store_;
  sim::SimClock clock_{plan::kStartMs};
  sim::SimRandom random_{1};
  std::unique_ptr<session::Core> core_;
  std::unique_ptr<session::Session> session_;
};

TEST_F(Compaction, LeavesOutRowsOfDeletedAndOverwrittenKeys) {
  for (const BytesView key : {"deleted", "overwritten", "kept"}) FillHash(key);
  Run({"zadd", "zset", "1", "a", "2", "b"});
  Run({"del", "deleted", "zset"});
  Run({"set", "overwritten", "v"});
  clock_.advance(kHourMs);
  SettleAndCompact();
  EXPECT_EQ(KeyRows(), 301U + 1U);
  EXPECT_EQ(Run({"hlen", "kept"}).integer(), 300);
}

class CompactionOfSlots : public Compaction {
 protected:
  CompactionOfSlots() : Compaction(format::LayoutKind::kSlot) {}
};

// The prefix of the slot of "key:6853" begins as sub rows do, and its metas lie among them.
TEST_F(CompactionOfSlots, KeepsTheKeysOfEverySlot) {
  for (const BytesView key : {"key:6853", "{key:6853}deleted", "kept", "deleted"}) FillHash(key);
  Run({"zadd", "{key:6853}zset", "1", "a", "2", "b"});
  Run({"del", "deleted", "{key:6853}deleted"});
  clock_.advance(kHourMs);
  SettleAndCompact();
  EXPECT_EQ(KeyRows(), 2 * 301U + 5U);
  for (const BytesView key : {"key:6853", "kept"}) {
    EXPECT_EQ(Run({"hlen", key}).integer(), 300);
    EXPECT_EQ(Run({"hkeys", key}).items().size(), 300U);
  }
  EXPECT_EQ(Run({"zrange", "{key:6853}zset", "0", "-1"}).items().size(), 2U);
}

TEST_F(Compaction, LeavesOutKeysThatExpiredLongAgo) {
  for (const BytesView key : {"long-ago", "just-now", "kept"}) FillHash(key);
  Run({"expire", "long-ago", "10"});
  Run({"expire", "just-now", "3590"});
  Run({"expire", "kept", "10"});
  Run({"persist", "kept"});
  clock_.advance(kHourMs);
  SettleAndCompact();
  SettleAndCompact();  // metas stand in a family of their own, which may come behind the rows
  EXPECT_EQ(KeyRows(), 2 * 301U);
  EXPECT_EQ(Run({"hlen", "kept"}).integer(), 300);
  EXPECT_EQ(Run({"exists", "just-now"}).integer(), 0);
}

TEST_F(Compaction, JudgesByWhatIsDurable) {
  FillHash("h");
  clock_.advance(kHourMs);
  store_->settle(core_->now_ms());
  Run({"del", "h"});
  store_->compact();
  // A loss of power may still take back the deletion, and then its rows must be there.
  EXPECT_EQ(KeyRows(), 300U);
  SettleAndCompact();
  EXPECT_EQ(KeyRows(), 0U);
}

TEST_F(Compaction, LeavesOutNothingMoreBehindTheLastMoment) {
  FillHash("h");
  clock_.advance(kHourMs);
  store_->settle(core_->now_ms());
  Run({"del", "h"});
  store_->settle(core_->now_ms());
  store_->stop_settling();
  store_->compact();
  EXPECT_EQ(KeyRows(), 300U);
}

TEST_F(Compaction, LeavesYoungRowsToTheCollector) {
  FillHash("h");
  Run({"del", "h"});
  SettleAndCompact();
  EXPECT_EQ(KeyRows(), 300U);
}

TEST_F(Compaction, KeepsWhatItCannotReadAndWhatIsNotItsBusiness) {
  ports::WriteBatch rows;
  for (const BytesView key : {"m#dbroken", "s#d\xff\xff", "m#other", "s#other", "anything"}) {
    rows.writes.push_back({Bytes(key), "value", false});
  }
  const format::KeyLayout layout(format::LayoutKind::kPlain, "d");
  const auto below = layout.generation("broken", format::KeyVersion{1});
  rows.writes.push_back({below.sub_key("f"), "below no meta", false});
  store_->commit(rows);
  clock_.advance(kHourMs);
  SettleAndCompact();
  EXPECT_EQ(KeyRows(), 6U);
}

TEST_F(Compaction, WithoutAMomentLeavesOutNothing) {
  FillHash("h");
  Run({"del", "h"});
  clock_.advance(kHourMs);
  store_->compact();
  EXPECT_EQ(KeyRows(), 300U);
}

TEST(CompactionOfPlans, TakesNothingThatIsReached) {
  constexpr uint64_t kLives = 40;
  TemporaryDirectory directory;
  rocks::RocksOptions options;
  options.dir = directory / "store";
  options.write_buffer_bytes = 16 << 10;
  options.compacted_namespaces = GroupedWriter::namespaces();
  options.jobs_max = 8;  // several compactions at a time
  StoreWitness witness(plan::kStartMs);
  uint64_t dropped = 0;
  for (uint64_t seed = 1; seed <= kLives; ++seed) {
    const plan::Plan plan = plan_of_groups(seed, 300);
    rocks::RocksStore store(options);
    GroupedWriter writer(store, plan, witness.now_ms());
    uint64_t groups = 0;
    while (writer.play_group()) {
      if (++groups % 40 != 0) continue;
      store.settle(writer.core().now_ms());
      store.compact();
    }
    witness.play(plan, groups);
    ASSERT_EQ(witness.difference_but_garbage(rows_of(store)), "") << "seed " << seed;
    for (const rocks::Statistic& statistic : store.statistics()) {
      if (statistic.name.starts_with("compaction_dropped")) dropped += statistic.value;
    }
    witness.let_pass(kHourMs);
  }
  EXPECT_GT(dropped, 100U);
}

}  // namespace
}  // namespace keemun
