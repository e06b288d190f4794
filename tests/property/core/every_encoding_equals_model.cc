// Every encoding, in every layout, answers as the oracle does, and its rows say what the oracle
// holds.
#include <tuple>

#include "world_laws.h"

namespace keemun {
namespace {

constexpr size_t kPlansPerWorld = 60;
constexpr size_t kEventsPerPlan = 300;

// Layout, hash version, set version, zset version.
using Setting = std::tuple<const char*, const char*, const char*, const char*>;

class EveryEncoding : public testing::TestWithParam<Setting> {};

TEST_P(EveryEncoding, AnswersAndKeepsWhatTheModelDoes) {
  const auto [layout, hash, set, zset] = GetParam();
  const std::map<Bytes, Bytes> options = {
      {"layout", layout}, {"hash", hash}, {"set", set}, {"zset", zset}};
  plan::GeneratorOptions generator;
  generator.event_count = kEventsPerPlan;
  // Each world has plans of its own.
  uint64_t first_seed = 1;
  for (const auto& [name, value] : options) first_seed = first_seed * 1000 + value.front();
  play_plans(options, first_seed, kPlansPerWorld, generator);
}

INSTANTIATE_TEST_SUITE_P(Camellia, EveryEncoding,
                         testing::Combine(testing::Values("plain", "md5", "slot"),
                                          testing::Values("0", "1"), testing::Values("0", "1"),
                                          testing::Values("0")));

}  // namespace
}  // namespace keemun
