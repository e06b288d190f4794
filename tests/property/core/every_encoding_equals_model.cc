// Every encoding, in every layout, answers as the oracle does, and its rows say what the oracle
// holds.
#include <tuple>

#include "world_laws.h"

namespace keemun {
namespace {

constexpr size_t kPlansPerWorld = 6;
constexpr size_t kEventsPerPlan = 300;

// Layout, hash version, set version, zset version, caches.
using Setting = std::tuple<const char*, const char*, const char*, const char*, const char*>;

class EveryEncoding : public testing::TestWithParam<Setting> {};

TEST_P(EveryEncoding, AnswersAndKeepsWhatTheModelDoes) {
  const auto [layout, hash, set, zset, caches] = GetParam();
  const bool has_local = Bytes(caches) == "local" || Bytes(caches) == "both";
  const bool has_redis = Bytes(caches) == "redis" || Bytes(caches) == "both";
  const std::map<Bytes, Bytes> options = {{"layout", layout},
                                          {"hash", hash},
                                          {"set", set},
                                          {"zset", zset},
                                          {"local-cache", has_local ? "on" : "off"},
                                          {"cache", has_redis ? "on" : "off"},
                                          {"meta-cache", has_redis ? "on" : "off"}};
  plan::GeneratorOptions generator;
  generator.event_count = kEventsPerPlan;
  // Each world has plans of its own.
  uint64_t first_seed = 1;
  for (const auto& [name, value] : options) {
    first_seed = first_seed * 257 + static_cast<unsigned char>(value.back());
  }
  for (const char c : Bytes(layout)) first_seed = first_seed * 257 + static_cast<uint64_t>(c);
  play_plans(options, first_seed * 1000, kPlansPerWorld, generator);
}

INSTANTIATE_TEST_SUITE_P(Camellia, EveryEncoding,
                         testing::Combine(testing::Values("plain", "md5", "slot"),
                                          testing::Values("0", "1", "2", "3"),
                                          testing::Values("0", "1", "2", "3"),
                                          testing::Values("0", "1", "2", "3"),
                                          testing::Values("none", "local", "redis", "both")));

// Databases all of one family, or of both by turns so that keys move between them; all with an
// index of what expires. Also: the layout, the cache of rows, whether new hashes and sets of the
// ardb family are blind, and whether the store erases ranges cheaply.
using FamilySetting = std::tuple<const char*, const char*, const char*, const char*, const char*>;

class EveryFamily : public testing::TestWithParam<FamilySetting> {};

TEST_P(EveryFamily, AnswersAndKeepsWhatTheModelDoes) {
  constexpr size_t kPlansPerFamily = 16;
  const auto [family, layout, local_cache, is_fast, ranges] = GetParam();
  const std::map<Bytes, Bytes> options = {{"family", family},
                                          {"layout", layout},
                                          {"local-cache", local_cache},
                                          {"expiry-index", "on"},
                                          {"ardb-fast", is_fast},
                                          {"range-erase", ranges},
                                          {"gc", ranges == Bytes("off") ? "on" : "off"},
                                          {"databases", "3"}};
  plan::GeneratorOptions generator;
  generator.event_count = kEventsPerPlan;
  uint64_t first_seed = 3;
  for (const auto& [name, value] : options) {
    first_seed = first_seed * 257 + static_cast<unsigned char>(value.back());
  }
  play_plans(options, first_seed * 1000, kPlansPerFamily, generator);
}

INSTANTIATE_TEST_SUITE_P(Families, EveryFamily,
                         testing::Combine(testing::Values("camellia", "ardb", "mixed"),
                                          testing::Values("plain", "md5", "slot"),
                                          testing::Values("on", "off"),
                                          testing::Values("on", "off"),
                                          testing::Values("on", "off")));

}  // namespace
}  // namespace keemun
