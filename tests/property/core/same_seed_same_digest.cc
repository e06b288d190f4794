// What a plan does is a function of the plan: events, replies and rows hash to the same number each
// time, in any order of plans and beside any others.
#include <gtest/gtest.h>

#include <thread>

#include "plan/plan_text.h"
#include "sim/campaign.h"
#include "sim/world.h"

namespace keemun::sim {
namespace {

CampaignOptions campaign_of(uint64_t seed) {
  CampaignOptions options;
  options.seed = seed;
  options.generator.event_count = 500;
  options.generator.own_clock = true;
  options.worlds = {
      {"layout", {"plain", "md5", "slot"}}, {"hash", {"0", "1"}}, {"set", {"0", "1"}}};
  return options;
}

TEST(Digest, IsTheSameForTheSameSeed) {
  for (const uint64_t seed : {1U, 2U, 3U, 4U}) {
    const CampaignOptions options = campaign_of(seed);
    const uint64_t digest = play(plan_of(options, seed)).digest;
    EXPECT_EQ(play(plan_of(options, seed)).digest, digest);
    // By way of its text, and on another thread, whose stack and heap lie elsewhere.
    const plan::Plan read = plan::from_text(plan::to_text(plan_of(options, seed)));
    uint64_t elsewhere = 0;
    std::thread([&] { elsewhere = play(read).digest; }).join();
    EXPECT_EQ(elsewhere, digest);
  }
}

// Tables are never walked in the order of their hashes.
TEST(Digest, IsTheSameWhateverTheSecretOfTables) {
  for (const uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    CampaignOptions options = campaign_of(seed);
    options.worlds["schedule"] = {"inline", "uniform"};
    options.worlds["local-cache"] = {"on"};
    plan::Plan plan = plan_of(options, seed);
    const uint64_t digest = play(plan).digest;
    for (const BytesView secret : {"1", "2"}) {
      plan.options["table-secret"] = secret;
      EXPECT_EQ(play(plan).digest, digest) << "secret " << secret;
    }
  }
}

TEST(Digest, IsAnotherForAnotherSeedReplyOrRow) {
  const CampaignOptions options = campaign_of(1);
  plan::Plan plan = plan_of(options, 1);
  const uint64_t digest = play(plan).digest;
  EXPECT_NE(play(plan_of(options, 2)).digest, digest);
  plan.options["layout"] = plan.options["layout"] == "plain" ? "md5" : "plain";
  EXPECT_NE(play(plan).digest, digest);
  World world(plan);
  world.play();
  const uint64_t before = world.digest();
  world.kv().rows()["x#"] = "";
  EXPECT_NE(world.digest(), before);
}

TEST(Tally, DoesNotDependOnTheOrderOfPlans) {
  const CampaignOptions options = campaign_of(1);
  Tally forward;
  Tally backward;
  for (uint64_t i = 0; i < 4; ++i) {
    const uint64_t seed = plan_seed(options.seed, i);
    forward.add(seed, play(plan_of(options, seed)));
    const uint64_t last = plan_seed(options.seed, 3 - i);
    backward.add(last, play(plan_of(options, last)));
  }
  EXPECT_EQ(forward.digest, backward.digest);
  EXPECT_EQ(forward.command_count, backward.command_count);
  EXPECT_EQ(plan_seed(options.seed, 0), options.seed);
}

}  // namespace
}  // namespace keemun::sim
