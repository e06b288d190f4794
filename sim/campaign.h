// Many plans, one from each seed, each in a world that its seed chooses among those asked for.
// Plans share nothing, so whoever runs a campaign may play them in any order and on many threads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "plan/generator.h"
#include "plan/plan.h"
#include "runtime/fiber_stack_pool.h"
#include "sim/marks.h"
#include "sim/observer.h"
#include "sim/violation.h"

namespace keemun::sim {

struct CampaignOptions {
  uint64_t seed = 1;
  plan::GeneratorOptions generator;
  // For each option of the world (world_options.h) the values to choose from.
  std::map<Bytes, std::vector<Bytes>> worlds;
  // Options that every world has, whatever could be chosen: no plan is played without one of them.
  std::map<Bytes, Bytes> asked;
};

// Throws CommandError, with the reason, where no world is as it is asked for.
void check_asked(const std::map<Bytes, Bytes>& asked);

// The first plan of a campaign has the campaign's own seed, so that any plan can be had again as
// the first of another one.
uint64_t plan_seed(uint64_t campaign_seed, uint64_t number);
// Throws CommandError where no world is found that is as asked for.
plan::Plan plan_of(const CampaignOptions& options, uint64_t seed);

struct Played {
  std::optional<Violation> violation;
  int64_t command_count = 0;
  int64_t fault_count = 0;
  int64_t undecided_count = 0;  // stretches of which no order was found in time
  int64_t passed_ms = 0;        // of the world's time
  Marks marks;
  uint64_t digest = 0;
};
// Plays one plan after another, each in the world that its options choose: what the fibers of one
// world stood on serves those of the next.
class Player {
 public:
  Played play(const plan::Plan& plan, Observer observer = {});

 private:
  Played play_inline(const plan::Plan& plan, Observer observer);
  Played play_concurrently(const plan::Plan& plan, Observer observer);

  runtime::FiberStackPool stacks_;
};
inline Played play(const plan::Plan& plan, Observer observer = {}) {
  return Player().play(plan, std::move(observer));
}

// The smallest plan found that breaks the same law.
plan::Plan shrunk(const plan::Plan& plan, const Violation& violation);

// What is known of the plans played so far. Adding is the same in any order.
struct Tally {
  int64_t plan_count = 0;
  int64_t command_count = 0;
  int64_t fault_count = 0;
  int64_t undecided_count = 0;
  int64_t failure_count = 0;
  int64_t passed_ms = 0;
  Marks marks;
  uint64_t digest = 0;

  // But for so few that one may trust in the rest.
  bool is_decided() const {
    constexpr int64_t kPlansEach = 1000;
    return undecided_count * kPlansEach <= plan_count;
  }

  void add(uint64_t seed, const Played& played);
  void add(const Tally& other);
};

}  // namespace keemun::sim
