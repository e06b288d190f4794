// Keys of the ardb family with more rows than a store takes at once that erases no ranges cheaply:
// they are gone at once, nothing of them comes back, and wherever the process dies in between, the
// next one finishes what it began.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "audit/ardb_audit.h"
#include "base/command_error.h"
#include "format/ardb_rows.h"
#include "gc/collector.h"
#include "session/session.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int64_t kStartMs = 1'700'000'000'000;
constexpr size_t kBatchBytesMax = 2000;
constexpr int kElements = 60;
constexpr size_t kSweptRowsMax = 7;

sim::KvProfile small_batches() {
  sim::KvProfile profile = sim::KvProfile::memory();
  profile.capabilities.cheap_range_erase = false;
  profile.capabilities.batch_bytes_max = kBatchBytesMax;
  return profile;
}

// What a process that is killed leaves its test.
struct Died {};

// Takes no batch that is too large, and no range. Its process may die before a commit or behind it.
class DeadlyStore final : public sim::KvFront {
 public:
  DeadlyStore() : KvFront(below) {}

  void commit(const ports::WriteBatch& batch) override {
    EXPECT_LE(batch.byte_count(), kBatchBytesMax);
    EXPECT_TRUE(batch.range_erases.empty());
    const bool is_last = commits_left && (*commits_left)-- == 0;
    if (is_last && !dies_behind) throw Died();
    below.commit(batch);
    if (is_last) throw Died();
  }

  sim::SimKv below{small_batches()};
  std::optional<int> commits_left;  // before the one at which the process dies
  bool dies_behind = false;
};

// One process: a session and a sweep.
class Life {
 public:
  Life(ports::KvStore& store, sim::SimClock& clock)
      : core_(store, clock, random_, core_settings()),
        session_(core_),
        collector_({store, core_.store, core_.turns}, core_.settings.databases,
                   collector_settings()) {}

  Bytes run(const std::vector<Bytes>& args) {
    return resp::to_transcript(session_.execute(std::vector<BytesView>(args.begin(), args.end())));
  }
  bool sweep() { return collector_.sweep_step(core_.now_ms()); }
  // As a client does that is told to try again.
  Bytes run_at_last(const std::vector<Bytes>& args) {
    while (true) {
      Bytes said = run(args);
      if (!said.starts_with("(error) TRYAGAIN")) return said;
      if (!sweep()) return "(error) nobody takes away what is left";
    }
  }

 private:
  static session::CoreSettings core_settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    settings.families = {format::EncodingFamily::kArdb};
    return settings;
  }
  static gc::CollectorSettings collector_settings() {
    gc::CollectorSettings settings;
    settings.sweep.namespaces = {{0, format::EncodingFamily::kArdb}};
    settings.sweep.keys_max = 2;
    settings.sweep.rows_max = kSweptRowsMax;
    return settings;
  }

  sim::SimRandom random_{1};
  session::Core core_;
  session::Session session_;
  gc::Collector collector_;
};

// The command that makes a collection, and the one that counts it.
struct Collection {
  const char* make;
  const char* count;
};

class LargeArdbKeys : public testing::TestWithParam<Collection> {
 protected:
  LargeArdbKeys() { begin(); }

  void begin() { life_ = std::make_unique<Life>(store_, clock_); }
  Bytes run(const std::vector<Bytes>& args) { return life_->run(args); }
  void fill(const Bytes& key) {
    const Bytes make = GetParam().make;
    for (int i = 0; i < kElements; ++i) {
      const Bytes name = "a-rather-long-element-" + std::to_string(i);
      if (make == "zadd") {
        run({make, key, "1", name});
      } else if (make == "hset") {
        run({make, key, name, "v"});
      } else {
        run({make, key, name});
      }
    }
  }
  Bytes size(const Bytes& key) { return run({GetParam().count, key}); }
  static Bytes whole() { return "(integer) " + std::to_string(kElements); }
  // The rows agree with each other, as far as they may.
  void audit() {
    try {
      sim::read_ardb_keys(store_.below.rows(), {.has_tombstones = true});
    } catch (const CommandError& error) {
      ADD_FAILURE() << error.text();
    }
  }
  size_t row_count() const { return store_.below.rows().size(); }
  void sweep_all() {
    while (life_->sweep()) audit();
  }

  sim::SimClock clock_{kStartMs};
  DeadlyStore store_;
  std::unique_ptr<Life> life_;
};

TEST_P(LargeArdbKeys, AreGoneAtOnceAndErasedLater) {
  fill("k");
  const size_t rows_before = row_count();
  store_.below.reset_counts();
  EXPECT_EQ(run({"del", "k"}), "(integer) 1");
  EXPECT_EQ(store_.below.counts().commits, 1);
  EXPECT_EQ(row_count(), rows_before + 1);  // the meta is a tombstone, which is in the index
  EXPECT_EQ(run({"exists", "k"}), "(integer) 0");
  EXPECT_EQ(run({"type", "k"}), "none");
  EXPECT_EQ(run({"dbsize"}), "(integer) 0");
  EXPECT_EQ(run({"keys", "*"}), "(empty array)");
  EXPECT_EQ(run({"randomkey"}), "(nil)");
  EXPECT_EQ(run({"persist", "k"}), "(integer) 0");
  EXPECT_EQ(run({"del", "k"}), "(integer) 0");
  audit();
  EXPECT_TRUE(life_->sweep());
  EXPECT_EQ(row_count(), rows_before + 1 - kSweptRowsMax);
  sweep_all();
  EXPECT_EQ(row_count(), 0u);
}

TEST_P(LargeArdbKeys, AreNotMadeAnewAmongTheirOldRows) {
  const std::vector<std::vector<Bytes>> makers = {
      {"set", "k", "v"},   {"sadd", "k", "m"},   {"hset", "k", "f", "v"}, {"zadd", "k", "1", "m"},
      {"rpush", "k", "e"}, {"rename", "s", "k"}, {"copy", "s", "k"},      {"append", "k", "v"},
  };
  for (const std::vector<Bytes>& maker : makers) {
    fill("k");
    run({"set", "s", "v"});
    run({"del", "k"});
    EXPECT_THAT(run(maker), StartsWith("(error) TRYAGAIN")) << maker[0];
    EXPECT_EQ(run({"exists", "k"}), "(integer) 0");
    EXPECT_THAT(life_->run_at_last(maker), testing::Not(StartsWith("(error)"))) << maker[0];
    audit();
    EXPECT_EQ(run({"exists", "k"}), "(integer) 1");
    run({"del", "k", "s"});
    sweep_all();
    EXPECT_EQ(row_count(), 0u) << maker[0];
  }
}

TEST_P(LargeArdbKeys, ThatExpireGoInSteps) {
  fill("k");
  run({"pexpire", "k", "1000"});
  clock_.advance(1001);
  EXPECT_EQ(run({"exists", "k"}), "(integer) 0");
  EXPECT_THAT(run({"set", "k", "v"}), StartsWith("(error) TRYAGAIN"));
  // Whatever the clock says from now on.
  EXPECT_TRUE(life_->sweep());
  clock_.advance(-500);
  begin();
  EXPECT_EQ(run({"exists", "k"}), "(integer) 0");
  EXPECT_EQ(run({"persist", "k"}), "(integer) 0");
  sweep_all();
  EXPECT_EQ(row_count(), 0u);
}

TEST_P(LargeArdbKeys, ThatLiveAreNotOverwrittenByHalves) {
  fill("k");
  run({"set", "s", "v"});
  const std::vector<std::vector<Bytes>> makers = {
      {"set", "k", "v"}, {"rename", "s", "k"}, {"copy", "s", "k", "replace"}};
  for (const std::vector<Bytes>& maker : makers) {
    EXPECT_THAT(run(maker), HasSubstr("writes more than the store takes at once")) << maker[0];
    EXPECT_EQ(size("k"), whole());
    EXPECT_EQ(run({"get", "s"}), "\"v\"");
  }
  audit();
}

TEST_P(LargeArdbKeys, ManyOfThemDoNotHoldUpTheSweep) {
  for (const char* key : {"k1", "k2", "k3", "k4", "k5"}) {
    fill(key);
    run({"pexpire", key, "1000"});
  }
  clock_.advance(1001);
  sweep_all();
  EXPECT_EQ(row_count(), 0u);
}

TEST_P(LargeArdbKeys, BesideRowsThatDoNotDecodeGoCompletely) {
  fill("a");
  for (const char* key : {"a", "b", "c"}) {
    run({"setnx", key, "v"});
    run({"pexpire", key, "1000"});
  }
  for (const char* key : {"b", "c"}) {
    store_.below.rows()[format::ArdbRows("a", key).meta_row()] = "?";
  }
  clock_.advance(1001);
  while (life_->sweep()) {
  }
  EXPECT_EQ(row_count(), 4u);
}

// Ends a key and makes it anew, as often as it takes.
void replace(Life& life) {
  life.run({"del", "k"});
  ASSERT_EQ(life.run_at_last({"sadd", "k", "new"}), "(integer) 1");
  while (life.sweep()) {
  }
}

TEST_P(LargeArdbKeys, SurviveDeathAtEveryCommit) {
  int deaths = 0;
  for (const bool dies_behind : {false, true}) {
    for (int commits = 0;; ++commits) {
      store_.below.rows().clear();
      begin();
      fill("k");
      store_.dies_behind = dies_behind;
      store_.commits_left = commits;
      bool has_died = false;
      try {
        replace(*life_);
      } catch (const Died&) {
        has_died = true;
      }
      store_.commits_left.reset();
      begin();
      audit();
      const Bytes type = run({"type", "k"});
      if (type == "set") {
        EXPECT_THAT(run({"scard", "k"}), testing::AnyOf("(integer) 1", whole()));
      } else if (type != "none") {
        EXPECT_EQ(size("k"), whole());
      }
      replace(*life_);
      EXPECT_EQ(run({"smembers", "k"}), "1~ \"new\"");
      EXPECT_EQ(row_count(), 2u);
      if (testing::Test::HasFailure()) return;
      if (!has_died) break;
      ++deaths;
    }
  }
  EXPECT_GT(deaths, 5);
}

INSTANTIATE_TEST_SUITE_P(Types, LargeArdbKeys,
                         testing::Values(Collection{"hset", "hlen"}, Collection{"sadd", "scard"},
                                         Collection{"zadd", "zcard"}, Collection{"rpush", "llen"}),
                         [](const auto& type) { return Bytes(type.param.make); });

}  // namespace
}  // namespace keemun
