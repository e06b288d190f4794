#include "sim/campaign.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/command_error.h"
#include "base/hash.h"
#include "plan/draw.h"
#include "plan/shrink.h"
#include "sim/concurrent_world.h"
#include "sim/plan_rules.h"
#include "sim/world.h"
#include "sim/world_options.h"

namespace keemun::sim {

namespace {

// Of the world's own draws; events are numbered from 1.
constexpr uint64_t kBeforeAllEvents = 0;

// Payloads of DUMP would tie all histories together, and so would libraries, which every call of a
// function goes by.
constexpr BytesView kTiesHistories[] = {
    "dump",           "restore",       "fcall",         "fcall_ro",        "function|load",
    "function|flush", "function|list", "function|dump", "function|delete", "function|restore"};

plan::GeneratorOptions fit_for(const WorldOptions& world, plan::GeneratorOptions generator) {
  generator.names_databases = world.takes_names();
  if (world.schedule == WorldOptions::Schedule::kInline) return generator;
  const auto of_several = commands_of_several_operations();
  std::vector<Bytes>& without = generator.without;
  without.insert(without.end(), of_several.begin(), of_several.end());
  without.insert(without.end(), std::begin(kTiesHistories), std::end(kTiesHistories));
  generator.faults = world.faults();
  return generator;
}

// Draws do not know of each other: what does not go together gives way.
void make_possible(std::map<Bytes, Bytes>& world) {
  const bool is_inline = !world.contains("schedule") || world.at("schedule") == "inline";
  const auto profile = KvProfile::named(world.contains("class") ? world.at("class") : "memory");
  const bool is_shared = world.contains("processes") && world.at("processes") != "1";
  const bool has_stored_index = world.contains("zset") && world.at("zset") == "3";
  if (has_stored_index && is_shared) world["zset"] = "2";
  if (!is_shared) return;
  if (is_inline || !profile || !profile->capabilities.conditional_batch) {
    world["processes"] = "1";
  } else {
    world["databases"] = "1";  // as in a Redis Cluster
  }
}

std::map<Bytes, Bytes> drawn_world(const CampaignOptions& options, uint64_t seed) {
  constexpr size_t kDrawsMax = 1000;
  // Each option has draws of its own: asking for other values of one leaves the others.
  std::map<BytesView, plan::Draw> draws;
  for (const auto& [name, values] : options.worlds) {
    const uint64_t own_seed = seed ^ hash_bytes(name);
    draws.emplace(name, plan::Draw(own_seed, kBeforeAllEvents, plan::Stream::kSchedule));
  }
  for (size_t i = 0; i < kDrawsMax; ++i) {
    std::map<Bytes, Bytes> world = options.asked;
    for (const auto& [name, values] : options.worlds) {
      world.emplace(name, values[draws.at(name).below(values.size())]);
    }
    make_possible(world);
    // What was asked for may be what gave way.
    const auto& asked = options.asked;
    if (std::includes(world.begin(), world.end(), asked.begin(), asked.end())) return world;
  }
  throw CommandError("ERR no world was found that is as asked for");
}

}  // namespace

uint64_t plan_seed(uint64_t campaign_seed, uint64_t number) {
  return number == 0 ? campaign_seed : hash_draw(campaign_seed, number, 0);
}

void check_asked(const std::map<Bytes, Bytes>& asked) {
  std::map<Bytes, Bytes> world = asked;
  world.emplace("schedule", "fifo");  // goes together with everything that schedules bear upon
  const WorldOptions options = WorldOptions::parse(world);
  if (options.family == WorldOptions::Family::kMixed && options.process_count > 1) {
    throw CommandError("ERR families are mixed by databases, and processes share a single one");
  }
  if (options.family != WorldOptions::Family::kArdb) return;
  if (asked.contains("layout")) throw CommandError("ERR the ardb family has one layout of keys");
  for (const BytesView type : {"hash", "set", "zset"}) {
    if (!asked.contains(Bytes(type))) continue;
    throw CommandError("ERR the ardb family has one encoding of a " + Bytes(type));
  }
}

plan::Plan plan_of(const CampaignOptions& options, uint64_t seed) {
  std::map<Bytes, Bytes> world = drawn_world(options, seed);
  plan::Plan plan = plan::generate(seed, fit_for(WorldOptions::parse(world), options.generator));
  plan.options = std::move(world);
  return plan;
}

namespace {

template <typename AnyWorld>
Played play_in(AnyWorld& world, Observer observer) {
  Played played;
  world.observe(std::move(observer));
  played.violation = world.play();
  played.command_count = world.command_count();
  played.passed_ms = world.passed_ms();
  played.marks = world.marks();
  played.digest = world.digest();
  return played;
}

}  // namespace

Played Player::play(const plan::Plan& plan, Observer observer) {
  const WorldOptions options = WorldOptions::parse(plan.options);
  Played played = options.schedule == WorldOptions::Schedule::kInline
                      ? play_inline(plan, std::move(observer))
                      : play_concurrently(plan, std::move(observer));
  if (options.has_canary && !played.violation) played.violation = {"canary", 0, "as ordered"};
  return played;
}

Played Player::play_inline(const plan::Plan& plan, Observer observer) {
  World world(plan);
  return play_in(world, std::move(observer));
}

Played Player::play_concurrently(const plan::Plan& plan, Observer observer) {
  ConcurrentWorld world(plan, stacks_);
  Played played = play_in(world, std::move(observer));
  played.fault_count = world.fault_count();
  played.undecided_count = world.undecided_count();
  return played;
}

plan::Plan shrunk(const plan::Plan& plan, const Violation& violation) {
  Player player;
  return plan::shrink(plan, violation.event_index, [&](const plan::Plan& candidate) {
    const auto other = player.play(candidate).violation;
    return other && other->law == violation.law;
  });
}

void Tally::add(uint64_t seed, const Played& played) {
  ++plan_count;
  command_count += played.command_count;
  fault_count += played.fault_count;
  undecided_count += played.undecided_count;
  passed_ms += played.passed_ms;
  marks.add(played.marks);
  if (played.violation) ++failure_count;
  digest += hash_draw(seed, played.digest, 0);
}

void Tally::add(const Tally& other) {
  plan_count += other.plan_count;
  command_count += other.command_count;
  fault_count += other.fault_count;
  undecided_count += other.undecided_count;
  passed_ms += other.passed_ms;
  marks.add(other.marks);
  failure_count += other.failure_count;
  digest += other.digest;
}

}  // namespace keemun::sim
