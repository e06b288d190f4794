#include "sim/campaign.h"

#include <gtest/gtest.h>

#include "base/command_error.h"

namespace keemun::sim {
namespace {

CampaignOptions campaign_of(const std::map<Bytes, Bytes>& asked) {
  CampaignOptions options;
  options.generator.event_count = 1;
  options.worlds = {{"class", {"memory", "rocksdb", "tikv_raw", "tikv_txn"}},
                    {"schedule", {"inline", "fifo", "uniform", "pct"}},
                    {"zset", {"0", "1", "2", "3"}},
                    {"databases", {"3"}},
                    {"processes", {"1", "1", "2", "3"}}};
  options.asked = asked;
  return options;
}

TEST(Campaign, PlaysNoWorldButThoseAskedFor) {
  const std::map<Bytes, Bytes> worlds[] = {
      {{"processes", "2"}}, {{"zset", "3"}},       {{"class", "tikv_raw"}, {"zset", "3"}},
      {{"zset", "1"}},      {{"class", "memory"}}, {{"processes", "4"}, {"class", "tikv_txn"}}};
  for (const auto& asked : worlds) {
    const CampaignOptions options = campaign_of(asked);
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      const auto world = plan_of(options, seed).options;
      for (const auto& [name, value] : asked) EXPECT_EQ(world.at(name), value) << "seed " << seed;
    }
  }
}

TEST(Campaign, LeavesOtherChoicesAsTheyWere) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    auto any = plan_of(campaign_of({}), seed).options;
    if (any.at("processes") != "2") continue;
    EXPECT_EQ(plan_of(campaign_of({{"processes", "2"}}), seed).options, any);
  }
}

TEST(Campaign, FindsNoWorldWhereNoChoiceFits) {
  CampaignOptions options = campaign_of({{"processes", "2"}});
  options.worlds["schedule"] = {"inline"};
  EXPECT_THROW(plan_of(options, 1), CommandError);
}

TEST(Campaign, RefusesAWorldThatCannotBe) {
  EXPECT_NO_THROW(check_asked({{"processes", "2"}, {"class", "tikv_txn"}}));
  EXPECT_NO_THROW(check_asked({{"family", "mixed"}, {"hash", "1"}}));
  EXPECT_THROW(check_asked({{"processes", "2"}, {"class", "rocksdb"}}), CommandError);
  EXPECT_THROW(check_asked({{"family", "mixed"}, {"processes", "2"}}), CommandError);
  EXPECT_THROW(check_asked({{"family", "ardb"}, {"hash", "1"}}), CommandError);
}

}  // namespace
}  // namespace keemun::sim
