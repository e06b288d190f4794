// Plays plan after plan on a server, makes every difference small, and keeps the count.
//
// With a reference server each plan is played there too, against an oracle of its own. Where both
// servers answer alike and their oracles say otherwise, the oracle is wrong, and the verifier says
// so instead of blaming anybody. Any other reply that its oracle does not allow is a difference of
// the server that gave it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
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
  std::optional<plan::Plan> only;  // this one, once, and none that is generated
  std::function<bool()> must_end = [] { return false; };  // asked between plans
  size_t findings_max = 100;  // ends a campaign that finds nothing but differences
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
  bool is_of_reference = false;          // the reference has given the reply that differs
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
  std::vector<Bytes> left_out;                 // of later plans, since they differed so often
  std::vector<Finding> findings;               // of the target
  std::vector<Finding> reference_differences;  // where the target does not do the same
  std::vector<Finding> verifier_defects;       // what both do alike, and the oracle otherwise
  uint64_t seed = 0;
  int protocol = 2;
  size_t command_count = 0;
  size_t plan_count = 0;
  bool knows_clock = true;  // of the target
  std::optional<Interruption> interruption;

  // How many commands the target answered so that it could be judged at least once, and how many it
  // only said not to know.
  size_t judged_count() const;
  size_t unknown_count() const;
};

class Campaign {
 public:
  using Progress = std::function<void(size_t commands_done, size_t findings)>;

  // Ends early, with all that was found, where a plan cannot be played to its end. `reference` may
  // be null. Both servers hold none of the plans' keys and are left without them.
  Campaign(Target& target, Target* reference, CampaignOptions options);

  Outcome run(const Progress& progress);

 private:
  using Found = std::map<Bytes, Finding>;  // by signature
  // Of what kind a difference is.
  struct Trouble {
    Bytes signature;
    bool is_of_reference = false;
    bool is_alike = false;  // on both servers
  };
  // The first difference of each server on one plan.
  struct Seen {
    std::optional<Difference> on_target;
    std::optional<Difference> on_reference;
    std::vector<Reply> target_replies;
    std::vector<Reply> reference_replies;

    bool is_alike() const;
    // The one of that kind, if there is one.
    const Difference* of(const Trouble& trouble) const;
  };

  // False where it could not be played to its end.
  bool plays_to_the_end(const plan::Plan& plan);
  void play(const plan::Plan& plan);
  bool is_unknown_to_target(const Difference& difference) const;
  // On clean servers, which are clean again then.
  Seen play_once(const plan::Plan& plan);
  // The same of a plan that counts.
  Seen play_counted(const plan::Plan& plan);
  void note(const plan::Plan& plan, const Seen& seen, const Trouble& trouble);
  void make_small(Finding& finding, const Trouble& trouble);
  size_t found_count() const;
  void leave_out(const Bytes& command);
  Outcome outcome();

  CampaignOptions options_;
  Player target_;
  std::unique_ptr<Player> reference_;
  Found differences_;
  Found reference_differences_;
  Found verifier_defects_;
  std::map<Bytes, size_t> trouble_count_;  // by command
  std::map<Bytes, CommandTally> tally_;
  std::vector<Bytes> left_out_;
  size_t plan_count_ = 0;
  size_t command_count_ = 0;  // of plans, not of what made them small
  std::optional<Interruption> interruption_;
};

// The plan as one would type it into redis-cli, with what each server answered.
Bytes transcript(const Finding& finding);

Bytes to_json(const Outcome& outcome);
Bytes to_html(const Outcome& outcome);

}  // namespace keemun::verify
