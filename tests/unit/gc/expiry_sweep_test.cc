// The sweeper of the ardb family: takes what is due and nothing else, page by page, and looks again
// when it is alone with a key.
#include <gtest/gtest.h>

#include <string>

#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "format/expiry_index.h"
#include "swept_world.h"

namespace keemun::gc {
namespace {

class ExpirySweepTest : protected SweptWorld, public testing::Test {
 protected:
  ExpirySweepTest() : SweptWorld(settings(), format::EncodingFamily::kArdb) {}

  static session::CoreSettings settings() {
    session::CoreSettings settings = two_namespaces(format::LayoutKind::kPlain);
    settings.families.assign(2, format::EncodingFamily::kArdb);
    return settings;
  }

  bool has_rows(BytesView key) const {
    const auto range = format::ardb_key_rows("a", key);
    const auto row = kv_.rows().lower_bound(range.begin);
    return row != kv_.rows().end() && row->first < range.end;
  }
};

TEST_F(ExpirySweepTest, TakesWhatIsDueAndNothingElse) {
  for (int i = 0; i < 100; ++i) run({"sadd", "big", std::to_string(i)});
  run({"pexpire", "big", "1000"});
  run({"set", "soon", "v", "px", "1000"});
  run({"set", "late", "v", "px", "1001"});
  run({"set", "never", "v"});
  clock_.advance(1000);
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
  clock_.advance(1001);
  const int64_t steps = steps_until_done();
  EXPECT_GE(steps, 7);
  EXPECT_LE(steps, 9);
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_F(ExpirySweepTest, ReadsNoMoreThanAPageAndItsKeys) {
  for (int i = 0; i < 200; ++i) run({"set", "s" + std::to_string(i), "v", "px", "1000"});
  clock_.advance(1001);
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
  clock_.advance(1001);
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));
  EXPECT_EQ(run({"get", "replaced"}), "\"new\"");
  EXPECT_EQ(run({"get", "postponed"}), "\"v\"");
  EXPECT_FALSE(has_rows("persisted"));
}

TEST_F(ExpirySweepTest, TakesARowOfTheIndexThatNoMetaStandsBehind) {
  run({"set", "s", "v", "px", "5000"});
  for (const char* key : {"s", "gone"}) {
    kv_.rows()[format::expiry_row("a", kStartMs + 1, key)] =
        format::encode_ardb_value({.type = format::ArdbType::kTtlSort});
  }
  clock_.advance(2);
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
  clock_.advance(1001);
  steps_until_done();
  EXPECT_FALSE(has_rows("e"));
  EXPECT_TRUE(has_rows("a"));
  EXPECT_GE(collector_->totals().rows_undecodable, 4);
}

TEST_F(ExpirySweepTest, TakesWhatExpiresEarlierThanWhatItTookLast) {
  for (const char* key : {"a", "b", "c", "d"}) run({"set", key, "v", "px", "1000"});
  clock_.advance(1001);
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));  // the other database
  run({"set", "long ago", "v", "exat", "1"});
  while (collector_->sweep_step(core_.now_ms())) {
  }
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_F(ExpirySweepTest, LooksBackAsOftenAsItIsTold) {
  CollectorSettings settings;
  settings.sweep.namespaces = {{0, format::EncodingFamily::kArdb}};
  settings.sweep.look_back_ms = 5000;
  Collector collector({kv_, core_.store, turns_}, core_.settings.databases, settings);
  const auto sweep = [&] {
    while (collector.sweep_step(core_.now_ms())) {
    }
  };
  run({"set", "first", "v", "px", "1000"});
  clock_.advance(1001);
  sweep();
  EXPECT_TRUE(kv_.rows().empty());
  clock_.advance(5000);
  sweep();  // looks back, and finds nothing: the next one goes on from where the first one came to
  run({"set", "long ago", "v", "exat", "1"});
  run({"set", "next", "v", "px", "10"});
  clock_.advance(11);
  sweep();
  EXPECT_TRUE(has_rows("long ago"));
  EXPECT_FALSE(has_rows("next"));
  clock_.advance(5000);
  sweep();
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_F(ExpirySweepTest, DoesNotLookForWhatItIsToldOf) {
  CollectorSettings settings;
  settings.sweep.namespaces = {{0, format::EncodingFamily::kArdb}};
  settings.sweep.keys_max = 3;
  settings.sweep.look_back_ms = 5000;
  std::vector<Bytes> told;
  settings.sweep.tell = [&told](size_t, const format::Expiry& gone) { told.push_back(gone.key); };
  Collector collector({kv_, core_.store, turns_}, core_.settings.databases, settings);
  run({"set", "first", "v", "px", "1000"});
  clock_.advance(1001);
  while (collector.sweep_step(core_.now_ms())) {
  }
  for (const char* key : {"a", "b", "c", "d"}) {
    run({"set", key, "v", "exat", "1"});
    collector.leave_expired(0, key, 1000);
  }
  run({"set", "d", "lives"});
  collector.leave_expired(1, "of a namespace without an index", 1000);
  EXPECT_TRUE(collector.sweep_step(core_.now_ms()));
  EXPECT_TRUE(collector.sweep_step(core_.now_ms()));
  EXPECT_FALSE(collector.sweep_step(core_.now_ms()));
  EXPECT_EQ(told, (std::vector<Bytes>{"first", "a", "b", "c"}));
  EXPECT_EQ(run({"get", "d"}), "\"lives\"");
  EXPECT_EQ(kv_.rows().size(), 1u);
}

TEST_F(ExpirySweepTest, LeavesKeysOfAnotherProcessAlone) {
  run({"set", "s", "v", "px", "1000"});
  clock_.advance(1001);
  turns_.are_of_others = true;
  EXPECT_FALSE(collector_->sweep_step(core_.now_ms()));
  EXPECT_TRUE(has_rows("s"));
}

TEST_F(ExpirySweepTest, ComesAroundToNamesThatAreAddedHoweverManyThereAre) {
  for (int i = 0; i < 100; ++i) run({"select", "n" + std::to_string(i)});
  run({"set", "k", "v", "px", "1000"});
  for (size_t place = 2; place < core_.database_count(); ++place) {
    collector_->sweep_too(place, core_.layout(place));
  }
  clock_.advance(1001);
  EXPECT_EQ(steps_until_done(), 0);  // asks some only
  EXPECT_EQ(steps_until_done(), 1);
  EXPECT_EQ(told_, std::vector<Bytes>{"101k"});
  EXPECT_EQ(run({"dbsize"}), "(integer) 0");
}

}  // namespace
}  // namespace keemun::gc
