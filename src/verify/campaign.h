// Plays plan after plan on a server, makes every difference small, and keeps the count.
//
// With a reference server each plan is played there too, against an oracle of its own: where the
// reference differs from the oracle, the oracle is wrong, and the verifier says so instead of
// blaming the target.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "plan/shrink.h"
#include "plan/swarm.h"
#include "verify/player.h"

namespace keemun::verify {

struct CampaignOptions {
  uint64_t seed = 1;
  size_t command_count = 50'000;
  plan::GeneratorOptions generator;
  PlayerOptions player;
  // Who judges the target, where it is not who judges the reference too.
  std::function<std::unique_ptr<Oracle>()> target_oracle;
  plan::ShrinkOptions shrink;
  size_t findings_max = 100;  // ends a campaign that finds nothing but differences
  // A command that has differed this often is left out of later plans, so that others get their
  // turn.
  size_t differences_per_command_max = 5;
};

// One trouble, by its smallest plan.
struct Finding {
  Bytes signature;
  Bytes command;
  uint64_t plan_seed = 0;
  size_t count = 1;
  bool reproducible = false;  // it came again when its plan was played again
  plan::Plan smallest;
  Difference difference;
  std::vector<Reply> target_replies;     // one for each event of `smallest`
  std::vector<Reply> reference_replies;  // empty without a reference
};

struct CommandTally {
  size_t equal = 0;
  size_t different = 0;
  size_t unknown = 0;  // the target has no such command
};

// A plan could not be played to its end: a server went away, or something of ours failed.
struct Interruption {
  Bytes why;
  plan::Plan plan;
};

struct Outcome {
  std::map<Bytes, CommandTally> commands;
  std::vector<Finding> findings;
  std::vector<Finding> verifier_defects;  // where the reference contradicts the oracle
  uint64_t seed = 0;
  size_t command_count = 0;
  size_t plan_count = 0;
  std::optional<Interruption> interruption;
};

class Campaign {
 public:
  using Progress = std::function<void(size_t commands_done, size_t findings)>;

  // Ends early, with all that was found, where a plan cannot be played to its end. `reference` may
  // be null. Both servers hold none of the plans' keys and are left without them.
  Campaign(Target& target, Target* reference, CampaignOptions options);

  Outcome run(const Progress& progress);

 private:
  // What is known about one server.
  struct Side {
    Player player;
    std::map<Bytes, Finding> found;  // by signature
  };

  void play_on(Side& side, const plan::Plan& plan);
  void make_small(Side& side, Finding& finding);
  void leave_out(const Bytes& command);
  Outcome outcome();

  CampaignOptions options_;
  Side target_;
  std::unique_ptr<Side> reference_;
  std::map<Bytes, CommandTally> tally_;
  size_t plan_count_ = 0;
  std::optional<Interruption> interruption_;
};

// The plan as one would type it into redis-cli, with what each server answered.
Bytes transcript(const Finding& finding);

Bytes to_json(const Outcome& outcome);
Bytes to_html(const Outcome& outcome);

}  // namespace keemun::verify
