// The oracle against the real thing: generated plans, and the plans of the corpus, are played on
// redis-server; every reply must be one that the model allows.
//
//   KEEMUN_COMPAT_COMMANDS=10000000 KEEMUN_COMPAT_SEED=7 model_equals_redis_test
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "plan/plan_text.h"
#include "support/redis_server.h"
#include "verify/campaign.h"

namespace keemun::verify {
namespace {

constexpr size_t kCommandCount = 60'000;
constexpr uint64_t kSeed = 1;

size_t number_from_environment(const char* name, size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text, nullptr, 0);
}

PlayerOptions player_options() {
  PlayerOptions options;
  options.now_ms = wall_clock_ms;
  return options;
}

void write_plan(const Finding& finding) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) /
                                     ("model_equals_redis-" + finding.command + ".plan");
  std::ofstream(path) << "# " << finding.signature << "\n" << plan::to_text(finding.smallest);
  std::cout << "written: " << path.string() << "\n";
}

TEST(Model, EqualsRedisOnGeneratedPlans) {
  const RedisServer server;
  const auto target = server.connect();
  CampaignOptions options;
  options.seed = number_from_environment("KEEMUN_COMPAT_SEED", kSeed);
  options.command_count = number_from_environment("KEEMUN_COMPAT_COMMANDS", kCommandCount);
  options.player = player_options();
  Campaign campaign(*target, nullptr, options);
  const Outcome outcome = campaign.run(nullptr);
  std::cout << outcome.command_count << " commands, " << outcome.plan_count << " plans, seed "
            << outcome.seed << "\n";
  if (outcome.interruption) {
    ADD_FAILURE() << outcome.interruption->why << "\n" << plan::to_text(outcome.interruption->plan);
  }
  for (const Finding& finding : outcome.findings) {
    ADD_FAILURE() << finding.signature << ", seen " << finding.count << " times\n"
                  << transcript(finding);
    write_plan(finding);
  }
  for (const auto& [name, tally] : outcome.commands) EXPECT_EQ(tally.unknown, 0u) << name;
}

TEST(Model, EqualsRedisOnTheCorpus) {
  const RedisServer server;
  const auto target = server.connect();
  Player player(*target, player_options());
  size_t plans = 0;
  for (const auto& file : std::filesystem::directory_iterator("tests/property/corpus")) {
    if (file.path().extension() != ".plan") continue;
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const plan::Plan plan = plan::from_text(text.str());
    player.reset(plan);
    const auto difference = player.play(plan);
    EXPECT_FALSE(difference) << file.path() << ": " << plan::command_line(difference->command)
                             << "\nredis: " << difference->observed
                             << "\nmodel: " << difference->expected;
    ++plans;
  }
  EXPECT_GT(plans, 0u);
}

}  // namespace
}  // namespace keemun::verify
