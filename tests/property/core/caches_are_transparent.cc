// A cache may slow, never decide: the encodings that have copies in a Redis answer as the oracle
// does whatever that Redis does, and so does every encoding with rows or metas remembered.
#include <tuple>

#include "world_laws.h"

namespace keemun {
namespace {

constexpr size_t kPlansPerWorld = 40;
constexpr size_t kEventsPerPlan = 250;

// Requests that never reach a handler have nothing to do with caches, nor have keys that expire and
// are back.
bool is_beside_the_point(const plan::Event& event) {
  if (const auto* clock = std::get_if<plan::ClockEvent>(&event.what)) return clock->advance_ms < 0;
  const auto words = commands::views_of(event.command()->args);
  const commands::Command* command = commands::find_command(words);
  return command == nullptr || !command->arity_fits(words.size());
}

// What the Redis of copies does; rows in memory; metas copied; the version of every type.
using Setting = std::tuple<const char*, const char*, const char*, const char*>;

class Caches : public testing::TestWithParam<Setting> {};

TEST_P(Caches, ChangeNoAnswer) {
  const auto [cache, local, metas, version] = GetParam();
  const std::map<Bytes, Bytes> options = {{"cache", cache},      {"local-cache", local},
                                          {"meta-cache", metas}, {"hash", version},
                                          {"set", version},      {"zset", version}};
  using commands::Group;
  plan::GeneratorOptions generator;
  generator.event_count = kEventsPerPlan;
  generator.groups = {Group::kHash, Group::kSet,     Group::kSortedSet,
                      Group::kList, Group::kGeneric, Group::kTransactions};
  uint64_t first_seed = 7;
  for (const auto& [name, value] : options) {
    first_seed = first_seed * 100 + static_cast<unsigned char>(value.back());
  }
  generator.own_clock = true;
  for (uint64_t seed = first_seed; seed < first_seed + kPlansPerWorld; ++seed) {
    plan::Plan plan = plan::generate(seed, generator);
    plan.options = options;
    std::erase_if(plan.events, is_beside_the_point);
    play_plan(plan);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Camellia, Caches,
                         testing::Combine(testing::Values("off", "on", "evicting", "failing"),
                                          testing::Values("off", "on"),
                                          testing::Values("off", "on"),
                                          testing::Values("1", "2", "3")));

}  // namespace
}  // namespace keemun
