// The sweeper of the ardb family: takes what is due and nothing else, page by page, and looks again
// when it is alone with a key.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "gc/collector.h"
#include "resp/reply.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::gc {
namespace {

constexpr int64_t kStartMs = 1'700'000'000'000;

// Gives every key its turn, after something else has happened.
class Turns final : public keyspace::KeyTurns {
 public:
  void in_turn(std::span<const BytesView> keys, const Work& work) override {
    if (meanwhile) meanwhile();
    work({are_of_others ? std::span<const BytesView>() : keys});
  }

  std::function<void()> meanwhile;
  bool are_of_others = false;  // all keys: they belong to another process
};

class ExpirySweepTest : public testing::Test {
 protected:
  ExpirySweepTest()
      : clock_(kStartMs), random_(1), core_(kv_, clock_, random_, settings()), session_(core_) {
    CollectorSettings settings;
    settings.sweep.namespaces = {"a", "b"};
    settings.sweep.keys_max = 3;
    const Doors doors{kv_, core_.store, turns_};
    collector_ = std::make_unique<Collector>(doors, core_.settings.databases, settings);
  }

  static session::CoreSettings settings() {
    session::CoreSettings settings;
    for (const char* name : {"a", "b"}) {
      settings.databases.emplace_back(format::LayoutKind::kPlain, name);
    }
    settings.families.assign(2, format::EncodingFamily::kArdb);
    return settings;
  }

  Bytes run(std::initializer_list<BytesView> words) {
    const std::vector<BytesView> args(words);
    return resp::to_transcript(session_.execute(args));
  }
  int64_t steps_until_done() {
    int64_t steps = 0;
    while (collector_->sweep_step(core_.now_ms())) ++steps;
    return steps;
  }
  bool has_rows(BytesView key) const {
    const auto range = format::ardb_key_rows("a", key);
    const auto row = kv_.rows().lower_bound(range.begin);
    return row != kv_.rows().end() && row->first < range.end;
  }

  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
  Turns turns_;
  std::unique_ptr<Collector> collector_;
};

TEST_F(ExpirySweepTest, TakesWhatIsDueAndNothingElse) {
  for (int i = 0; i < 100; ++i) run({"sadd", "big", std::to_string(i)});
  run({"pexpire", "big", "1000"});
  run({"set", "soon", "v", "px", "1000"});
  run({"set", "late", "v", "px", "1001"});
  run({"set", "never", "v"});
  clock_.advance(999);
  EXPECT_EQ(steps_until_done(), 0);
  clock_.advance(1);
  EXPECT_EQ(steps_until_done(), 1);
  EXPECT_FALSE(has_rows("big"));
  EXPECT_FALSE(has_rows("soon"));
  EXPECT_EQ(collector_->totals().keys_swept, 2);
  EXPECT_EQ(run({"get", "late"}), "\"v\"");
  EXPECT_EQ(run({"get", "never"}), "\"v\"");
}

TEST_F(ExpirySweepTest, EmptiesTheStoreWhenEverythingHasExpired) {
  for (int i = 0; i < 20; ++i) {
    run({"set", "s" + std::to_string(i), "v", "px", "1000"});
    run({"select", i % 2 == 0 ? "1" : "0"});
  }
  clock_.advance(1000);
  const int64_t steps = steps_until_done();
  EXPECT_GE(steps, 7);
  EXPECT_LE(steps, 9);
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_F(ExpirySweepTest, ReadsNoMoreThanAPageAndItsKeys) {
  for (int i = 0; i < 200; ++i) run({"set", "s" + std::to_string(i), "v", "px", "1000"});
  clock_.advance(1000);
  kv_.reset_counts();
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));
  EXPECT_LE(kv_.counts().scanned_rows + kv_.counts().gets, 6);
  EXPECT_EQ(kv_.counts().commits, 1);
}

TEST_F(ExpirySweepTest, KeepsWhatCameBackToLifeInBetween) {
  run({"set", "persisted", "v", "px", "1000"});
  run({"set", "replaced", "v", "px", "1000"});
  run({"set", "postponed", "v", "px", "1000"});
  turns_.meanwhile = [this] {
    run({"set", "replaced", "new"});
    clock_.advance(-500);
    // Its time is that of commands, which does not step back, so it is dead for them already.
    EXPECT_EQ(run({"persist", "persisted"}), "(integer) 0");
    run({"set", "postponed", "v", "px", "5000"});
  };
  clock_.advance(1000);
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));
  EXPECT_EQ(run({"get", "replaced"}), "\"new\"");
  EXPECT_EQ(run({"get", "postponed"}), "\"v\"");
  EXPECT_FALSE(has_rows("persisted"));
}

TEST_F(ExpirySweepTest, TakesARowOfTheIndexThatNoMetaStandsBehind) {
  run({"set", "s", "v", "px", "5000"});
  for (const char* key : {"s", "gone"}) {
    kv_.rows()[format::ardb_ttl_row("a", kStartMs + 1, key)] =
        format::encode_ardb_value({.type = format::ArdbType::kTtlSort});
  }
  clock_.advance(1);
  EXPECT_EQ(steps_until_done(), 1);
  EXPECT_EQ(run({"get", "s"}), "\"v\"");
  EXPECT_EQ(kv_.rows().size(), 2u);
  EXPECT_EQ(collector_->totals().keys_swept, 0);
}

TEST_F(ExpirySweepTest, StepsOverWhatDoesNotDecode) {
  for (const char* key : {"a", "b", "c", "d", "e"}) run({"set", key, "v", "px", "1000"});
  for (const char* key : {"a", "b", "c", "d"}) {
    kv_.rows()[format::ArdbRows("a", key).meta_row()] = "?";
  }
  clock_.advance(1000);
  steps_until_done();
  EXPECT_FALSE(has_rows("e"));
  EXPECT_TRUE(has_rows("a"));
  EXPECT_GE(collector_->totals().rows_undecodable, 4);
}

TEST_F(ExpirySweepTest, TakesWhatExpiresEarlierThanWhatItTookLast) {
  for (const char* key : {"a", "b", "c", "d"}) run({"set", key, "v", "px", "1000"});
  clock_.advance(1000);
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));  // the other database
  run({"set", "long ago", "v", "exat", "1"});
  while (collector_->sweep_step(core_.now_ms())) {
  }
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_F(ExpirySweepTest, LeavesKeysOfAnotherProcessAlone) {
  run({"set", "s", "v", "px", "1000"});
  clock_.advance(1000);
  turns_.are_of_others = true;
  EXPECT_FALSE(collector_->sweep_step(core_.now_ms()));
  EXPECT_TRUE(has_rows("s"));
}

}  // namespace
}  // namespace keemun::gc
