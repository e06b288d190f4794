// Many clients at once, on every kind of store, with whatever may go wrong there: one order of
// operations explains every answer and what is stored (linearizability); what a crash leaves is a
// prefix of what was committed; garbage goes, nothing else does; and everybody comes to an end.
#include <tuple>

#include "plan/plan_text.h"
#include "sim/campaign.h"

#include <gtest/gtest.h>

namespace keemun::sim {
namespace {

using Setting = std::tuple<const char*, const char*>;  // class, schedule

CampaignOptions campaign_of(const Setting& setting) {
  CampaignOptions options;
  options.generator.event_count = 400;
  options.generator.own_clock = true;
  options.worlds = {{"class", {std::get<0>(setting)}},
                    {"schedule", {std::get<1>(setting)}},
                    {"layout", {"plain", "md5", "slot"}},
                    {"hash", {"0", "1", "2", "3"}},
                    {"set", {"0", "1", "2", "3"}},
                    {"zset", {"0", "1", "2", "3"}},
                    {"cache", {"off", "on", "evicting", "failing"}},
                    {"local-cache", {"on", "off"}},
                    {"meta-cache", {"on", "off"}},
                    {"gc", {"on", "off"}},
                    {"expiry-index", {"on", "off"}},
                    {"databases", {"3"}},
                    {"processes", {"1", "2", "3"}}};
  return options;
}

class Concurrent : public testing::TestWithParam<Setting> {};

void expect_orders(const CampaignOptions& options, uint64_t plan_count) {
  Tally tally;
  for (uint64_t seed = 1; seed <= plan_count; ++seed) {
    const plan::Plan plan = plan_of(options, seed);
    const Played played = play(plan);
    tally.add(seed, played);
    if (!played.violation) continue;
    const plan::Plan smallest = shrunk(plan, *played.violation);
    const auto violation = play(smallest).violation;
    FAIL() << violation->law << "\n" << plan::to_text(smallest) << violation->detail;
  }
  EXPECT_EQ(tally.undecided_count, 0);
  EXPECT_GT(tally.fault_count, 100);
}

TEST_P(Concurrent, HistoriesHaveAnOrder) {
  expect_orders(campaign_of(GetParam()), 40);
}

// What stands between two stores that cannot change at once is met seldom among all commands.
TEST_P(Concurrent, IndexesInRedisAreChangedAsAWholeOrNotAtAll) {
  CampaignOptions options = campaign_of(GetParam());
  options.worlds["zset"] = {"3"};
  options.worlds["processes"] = {"1"};
  options.generator.groups = {commands::Group::kSortedSet, commands::Group::kGeneric,
                              commands::Group::kTransactions};
  expect_orders(options, 200);
}

TEST_P(Concurrent, TheSameSeedGivesTheSameEnd) {
  const CampaignOptions options = campaign_of(GetParam());
  for (const uint64_t seed : {1U, 2U, 3U, 4U}) {
    const plan::Plan plan = plan_of(options, seed);
    const uint64_t digest = play(plan).digest;
    EXPECT_EQ(play(plan::from_text(plan::to_text(plan))).digest, digest);
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, Concurrent,
                         testing::Combine(testing::Values("memory", "rocksdb", "tikv_raw",
                                                          "tikv_txn"),
                                          testing::Values("fifo", "uniform", "pct")));

}  // namespace
}  // namespace keemun::sim
