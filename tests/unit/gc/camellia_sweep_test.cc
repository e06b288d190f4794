// The index of expiry of the camellia family: what commands write into it, and how the sweep takes
// keys by it.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "format/expiry_index.h"
#include "swept_world.h"

namespace keemun::gc {
namespace {

class CamelliaSweep : protected SweptWorld, public testing::TestWithParam<format::LayoutKind> {
 protected:
  CamelliaSweep() : SweptWorld(settings(), format::EncodingFamily::kCamellia) {}

  static session::CoreSettings settings() {
    session::CoreSettings settings = two_namespaces(GetParam());
    settings.encodings.has_expiry_index = true;
    return settings;
  }

  // "a/key@ms since the start", of every row of the index.
  std::set<Bytes> index() const {
    std::set<Bytes> found;
    for (const auto& [row, value] : kv_.rows()) {
      const auto expiry = format::decode_expiry_row(row);
      if (!expiry) continue;
      EXPECT_EQ(value, format::expiry_row_value());
      found.insert(expiry->namespace_name + "/" + expiry->key + "@" +
                   std::to_string(expiry->expire_at_ms - kStartMs));
    }
    return found;
  }
};

using Index = std::set<Bytes>;

TEST_P(CamelliaSweep, IndexIsWhatTheMetasSay) {
  run({"set", "s", "v", "px", "100"});
  run({"hset", "h", "f", "v"});
  EXPECT_EQ(index(), Index({"a/s@100"}));
  run({"pexpire", "h", "200"});
  run({"pexpire", "s", "300"});
  EXPECT_EQ(index(), Index({"a/h@200", "a/s@300"}));
  run({"append", "s", "v"});
  run({"hset", "h", "g", "v"});
  EXPECT_EQ(index(), Index({"a/h@200", "a/s@300"}));
  run({"rename", "h", "s"});
  EXPECT_EQ(index(), Index({"a/s@200"}));
  run({"move", "s", "1"});
  EXPECT_EQ(index(), Index({"b/s@200"}));
  run({"swapdb", "0", "1"});
  EXPECT_EQ(index(), Index({"b/s@200"}));
  run({"hdel", "s", "f", "g"});
  EXPECT_EQ(index(), Index());
}

TEST_P(CamelliaSweep, NothingStaleSurvives) {
  const std::initializer_list<BytesView> ends[] = {
      {"persist", "k"},     {"del", "k"},         {"set", "k", "v"},  {"getdel", "k"},
      {"flushdb"},          {"getset", "k", "v"}, {"mset", "k", "v"}, {"getex", "k", "persist"},
      {"rename", "o", "k"}, {"pexpire", "k", "0"}};
  for (const auto& end : ends) {
    run({"set", "o", "v"});
    run({"set", "k", "v", "px", "100"});
    EXPECT_EQ(index(), Index({"a/k@100"}));
    run(end);
    EXPECT_EQ(index(), Index()) << *end.begin();
  }
}

TEST_P(CamelliaSweep, KeyInThePlaceOfAnExpiredOneTakesItsRow) {
  run({"set", "k", "v", "px", "100"});
  run({"set", "l", "v", "px", "100"});
  clock_.advance(101);
  run({"get", "k"});
  EXPECT_EQ(index(), Index({"a/k@100", "a/l@100"}));
  run({"sadd", "k", "m"});
  run({"incr", "l"});
  EXPECT_EQ(index(), Index());
}

TEST_P(CamelliaSweep, TransactionWritesWhatRemainsInTheEnd) {
  run({"set", "k", "v", "px", "100"});
  run({"multi"});
  run({"pexpire", "k", "200"});
  run({"set", "k", "v"});
  run({"pexpire", "k", "100"});
  run({"set", "n", "v", "px", "50"});
  run({"del", "n"});
  run({"exec"});
  EXPECT_EQ(index(), Index({"a/k@100"}));
}

TEST_P(CamelliaSweep, FlushOfManyKeysLeavesNoRow) {
  for (int i = 0; i < 1100; ++i) run({"set", std::to_string(i), "v", "px", "1000"});
  run({"select", "1"});
  run({"set", "other", "v", "px", "1000"});
  run({"select", "0"});
  run({"flushdb"});
  EXPECT_EQ(index(), Index({"b/other@1000"}));
  EXPECT_EQ(run({"dbsize"}), "(integer) 0");
}

TEST_P(CamelliaSweep, TakesWhatIsDueAndTellsOfIt) {
  for (int i = 0; i < 20; ++i) run({"hset", "big", std::to_string(i), "v"});
  run({"pexpire", "big", "1000"});
  run({"set", "soon", "v", "px", "999"});
  run({"set", "late", "v", "px", "1001"});
  run({"set", "never", "v"});
  clock_.advance(999);
  EXPECT_EQ(steps_until_done(), 0);
  clock_.advance(2);
  EXPECT_EQ(steps_until_done(), 1);
  EXPECT_EQ(told_, std::vector<Bytes>({"0soon", "0big"}));
  EXPECT_EQ(index(), Index({"a/late@1001"}));
  EXPECT_EQ(collector_->totals().keys_swept, 2);
  // What lay below the meta is garbage, and collected at once.
  while (collector_->collect_step(core_.now_ms())) {
  }
  run({"del", "late", "never"});
  EXPECT_TRUE(kv_.rows().empty() || kv_.rows().begin()->first.starts_with("x#"));
  EXPECT_LE(kv_.rows().size(), 1u);
}

TEST_P(CamelliaSweep, SaysHowFarItIsBehind) {
  for (const char* ms : {"100", "200", "300", "400"}) run({"set", ms, "v", "px", ms});
  EXPECT_EQ(collector_->sweep_behind_ms(), 0);
  clock_.advance(1000);
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));  // three of four
  EXPECT_EQ(collector_->sweep_behind_ms(), 700);
  EXPECT_TRUE(collector_->sweep_step(core_.now_ms()));
  EXPECT_EQ(collector_->sweep_behind_ms(), 0);
}

TEST_P(CamelliaSweep, KeepsWhatChangedInBetween) {
  run({"set", "replaced", "v", "px", "1000"});
  run({"hset", "postponed", "f", "v"});
  run({"pexpire", "postponed", "1000"});
  turns_.meanwhile = [this] {
    run({"set", "replaced", "new"});
    run({"del", "postponed"});
    run({"set", "postponed", "v", "px", "5000"});
  };
  clock_.advance(1001);
  collector_->sweep_step(core_.now_ms());
  EXPECT_EQ(run({"get", "replaced"}), "\"new\"");
  EXPECT_EQ(run({"get", "postponed"}), "\"v\"");
  EXPECT_EQ(index(), Index({"a/postponed@6001"}));
  EXPECT_EQ(told_, std::vector<Bytes>());
}

TEST_P(CamelliaSweep, DropsRowsThatNoMetaStandsBehind) {
  run({"set", "k", "v", "px", "5000"});
  for (const char* key : {"k", "gone"}) {
    kv_.rows()[format::expiry_row("a", kStartMs + 1, key)] = format::expiry_row_value();
  }
  clock_.advance(2);
  EXPECT_EQ(steps_until_done(), 1);
  EXPECT_EQ(index(), Index({"a/k@5000"}));
  EXPECT_EQ(run({"get", "k"}), "\"v\"");
  EXPECT_EQ(collector_->totals().keys_swept, 0);
}

TEST_P(CamelliaSweep, StepsOverWhatDoesNotDecode) {
  for (const char* key : {"a", "b", "c", "d", "e"}) run({"set", key, "v", "px", "1000"});
  for (const char* key : {"a", "b", "c", "d"}) {
    kv_.rows()[core_.settings.databases[0].meta_key(key)] = "?";
  }
  clock_.advance(1001);
  steps_until_done();
  EXPECT_EQ(told_, std::vector<Bytes>({"0e"}));
  EXPECT_GE(collector_->totals().rows_undecodable, 4);
}

TEST_P(CamelliaSweep, LeavesKeysOfAnotherProcessAlone) {
  run({"set", "k", "v", "px", "1000"});
  clock_.advance(1001);
  turns_.are_of_others = true;
  EXPECT_FALSE(collector_->sweep_step(core_.now_ms()));
  EXPECT_EQ(index(), Index({"a/k@1000"}));
}

INSTANTIATE_TEST_SUITE_P(Layouts, CamelliaSweep,
                         testing::Values(format::LayoutKind::kPlain, format::LayoutKind::kMd5,
                                         format::LayoutKind::kSlot));

}  // namespace
}  // namespace keemun::gc
