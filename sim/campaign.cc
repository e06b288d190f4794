#include "sim/campaign.h"

#include <utility>

#include "base/hash.h"
#include "plan/draw.h"
#include "plan/shrink.h"

namespace keemun::sim {

namespace {

// Of the world's own draws; events are numbered from 1.
constexpr uint64_t kBeforeAllEvents = 0;

}  // namespace

uint64_t plan_seed(uint64_t campaign_seed, uint64_t number) {
  return number == 0 ? campaign_seed : hash_draw(campaign_seed, number, 0);
}

plan::Plan plan_of(const CampaignOptions& options, uint64_t seed) {
  plan::Plan plan = plan::generate(seed, options.generator);
  for (const auto& [name, values] : options.worlds) {
    // Each option has draws of its own: asking for other values of one leaves the others.
    plan::Draw draw(seed ^ hash_bytes(name), kBeforeAllEvents, plan::Stream::kSchedule);
    plan.options[name] = values[draw.below(values.size())];
  }
  return plan;
}

Played play(const plan::Plan& plan, World::Observer observer) {
  World world(plan);
  world.observe(std::move(observer));
  Played played;
  played.violation = world.play();
  played.command_count = world.command_count();
  played.digest = world.digest();
  return played;
}

plan::Plan shrunk(const plan::Plan& plan, const Violation& violation) {
  return plan::shrink(plan, violation.event_index, [&](const plan::Plan& candidate) {
    const auto other = World(candidate).play();
    return other && other->law == violation.law;
  });
}

void Tally::add(uint64_t seed, const Played& played) {
  ++plan_count;
  command_count += played.command_count;
  if (played.violation) ++failure_count;
  digest += hash_draw(seed, played.digest, 0);
}

void Tally::add(const Tally& other) {
  plan_count += other.plan_count;
  command_count += other.command_count;
  fault_count += other.fault_count;
  failure_count += other.failure_count;
  digest += other.digest;
}

}  // namespace keemun::sim
