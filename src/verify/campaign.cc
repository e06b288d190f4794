#include "verify/campaign.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/hash.h"
#include "plan/generator.h"

namespace keemun::verify {

namespace {

PlayerOptions on_target(const CampaignOptions& options) {
  PlayerOptions player = options.player;
  if (options.target_oracle) player.oracle = options.target_oracle;
  return player;
}

Finding first_sight(const plan::Plan& plan, const Difference& difference) {
  Finding finding;
  finding.signature = difference.signature();
  finding.command = command_name(difference.command);
  finding.plan_seed = plan.seed;
  finding.smallest = plan;
  finding.difference = difference;
  return finding;
}

}  // namespace

Campaign::Campaign(Target& target, Target* reference, CampaignOptions options)
    : options_(std::move(options)), target_{Player(target, on_target(options_)), {}} {
  if (reference != nullptr) {
    reference_ = std::make_unique<Side>(Side{Player(*reference, options_.player), {}});
  }
}

Outcome Campaign::run(const Progress& progress) {
  while (target_.player.command_count() < options_.command_count &&
         target_.found.size() < options_.findings_max) {
    const uint64_t plan_seed = hash_draw(options_.seed, plan_count_, 0);
    const plan::Plan plan = plan::generate(plan_seed, options_.generator);
    ++plan_count_;
    try {
      play_on(target_, plan);
      if (reference_ != nullptr) play_on(*reference_, plan);
    } catch (const std::exception& error) {  // of the server's or of ours: what is found stays
      interruption_ = Interruption{error.what(), plan};
      break;
    }
    if (progress) progress(target_.player.command_count(), target_.found.size());
  }
  return outcome();
}

void Campaign::play_on(Side& side, const plan::Plan& plan) {
  side.player.reset(plan);
  const auto difference = side.player.play(plan);
  if (difference) {
    const Bytes command = command_name(difference->command);
    const bool is_target = &side == &target_;
    if (is_target && difference->is_unknown_command()) {
      ++tally_[command].unknown;
      leave_out(command);
    } else {
      const auto known = side.found.find(difference->signature());
      if (known != side.found.end()) {
        ++known->second.count;
      } else {
        // Seen once it is found, whatever becomes of making it small.
        Finding& finding = side.found[difference->signature()];
        finding = first_sight(plan, *difference);
        make_small(side, finding);
      }
      if (is_target && ++tally_[command].different >= options_.differences_per_command_max) {
        leave_out(command);
      }
    }
  }
  side.player.reset(plan);
}

void Campaign::leave_out(const Bytes& command) {
  auto& without = options_.generator.without;
  if (std::find(without.begin(), without.end(), command) == without.end()) {
    without.push_back(command);
  }
}

void Campaign::make_small(Side& side, Finding& finding) {
  const plan::Plan plan = finding.smallest;
  Difference last = finding.difference;
  const auto differs = [&](const plan::Plan& candidate) {
    side.player.reset(plan);
    auto again = side.player.play(candidate);
    side.player.reset(candidate);
    if (!again || again->signature() != finding.signature) return false;
    last = std::move(*again);
    return true;
  };
  plan::Plan smallest =
      plan::shrink(plan, finding.difference.event_index, differs, options_.shrink);
  // Once more, so that replies and plan belong together; a difference that has gone by now was one
  // of time or chance, and its first sight is shown.
  finding.reproducible = differs(smallest);
  if (finding.reproducible) {
    finding.smallest = std::move(smallest);
    finding.difference = std::move(last);
  }
  finding.target_replies = target_.player.replies(finding.smallest);
  target_.player.reset(finding.smallest);
  if (reference_ != nullptr) {
    finding.reference_replies = reference_->player.replies(finding.smallest);
    reference_->player.reset(finding.smallest);
  }
}

Outcome Campaign::outcome() {
  Outcome outcome;
  outcome.commands = tally_;
  for (const auto& [name, count] : target_.player.equal()) outcome.commands[name].equal = count;
  outcome.seed = options_.seed;
  outcome.command_count = target_.player.command_count();
  outcome.plan_count = plan_count_;
  outcome.interruption = interruption_;
  if (reference_ != nullptr) {
    for (auto& [signature, finding] : reference_->found) {
      // What both servers do alike the oracle does wrong.
      target_.found.erase(signature);
      outcome.verifier_defects.push_back(std::move(finding));
    }
  }
  for (auto& [signature, finding] : target_.found) outcome.findings.push_back(std::move(finding));
  return outcome;
}

}  // namespace keemun::verify
