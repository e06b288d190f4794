#include "verify/campaign.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/hash.h"
#include "model/call.h"
#include "model/judge.h"
#include "plan/generator.h"
#include "verify/reply_kinds.h"

namespace keemun::verify {

namespace {

// A command that has differed this often is left out of later plans, so that others get their turn.
constexpr size_t kDifferencesPerCommandMax = 5;

PlayerOptions on_target(const CampaignOptions& options) {
  PlayerOptions player = options.player;
  if (options.target_oracle) player.oracle = options.target_oracle;
  return player;
}

// Up to what Redis leaves open, as far as that shows in the replies alone.
bool is_same_answer(const Difference& a, const Difference& b) {
  const model::Named named = model::named_by(a.command);
  const model::Order order = named.command == nullptr ? model::Order::kAsIs : named.command->order;
  return a.event_index == b.event_index &&
         model::same_reply(a.observed, b.observed, order, kClockSlackMaxMs) &&
         are_of_same_kinds(a.observed, b.observed);
}

std::vector<Finding> listed(std::map<Bytes, Finding>& found) {
  std::vector<Finding> list;
  for (auto& [signature, finding] : found) list.push_back(std::move(finding));
  return list;
}

}  // namespace

size_t Outcome::judged_count() const {
  return static_cast<size_t>(
      std::count_if(commands.begin(), commands.end(), [](const auto& counted) {
        const auto& [name, tally] = counted;
        return name != kUnknownName && tally.equal + tally.different > 0;
      }));
}

size_t Outcome::unknown_count() const {
  return static_cast<size_t>(
      std::count_if(commands.begin(), commands.end(), [](const auto& counted) {
        const CommandTally& tally = counted.second;
        return tally.unknown > 0 && tally.equal + tally.different == 0;
      }));
}

Campaign::Campaign(Target& target, Target* reference, CampaignOptions options)
    : options_(std::move(options)), target_(target, on_target(options_)) {
  if (reference != nullptr) reference_ = std::make_unique<Player>(*reference, options_.player);
}

Outcome Campaign::run(const Progress& progress) {
  if (options_.only) {
    plays_to_the_end(*options_.only);
    return outcome();
  }
  while (command_count_ < options_.command_count && found_count() < options_.findings_max &&
         !options_.must_end()) {
    // So that the seed of a plan is that of a campaign which begins with it.
    const uint64_t plan_seed =
        plan_count_ == 0 ? options_.seed : hash_draw(options_.seed, plan_count_, 0);
    if (!plays_to_the_end(plan::generate(plan_seed, options_.generator))) break;
    if (progress) progress(command_count_, found_count());
  }
  return outcome();
}

bool Campaign::plays_to_the_end(const plan::Plan& plan) {
  ++plan_count_;
  try {
    play(plan);
    return true;
  } catch (const std::exception& error) {  // of a server's or of ours: what is found stays
    interruption_ = Interruption{error.what(), plan};
    return false;
  }
}

bool Campaign::Seen::is_alike() const {
  return on_target && on_reference && is_same_answer(*on_target, *on_reference);
}

const Difference* Campaign::Seen::of(const Trouble& trouble) const {
  const auto& difference = trouble.is_of_reference ? on_reference : on_target;
  const bool is_there =
      difference && difference->signature() == trouble.signature && is_alike() == trouble.is_alike;
  return is_there ? &*difference : nullptr;
}

void Campaign::play(const plan::Plan& plan) {
  const Seen seen = play_counted(plan);
  const bool is_alike = seen.is_alike();
  if (seen.on_target && is_unknown_to_target(*seen.on_target)) {
    const Bytes command = command_name(seen.on_target->command);
    ++tally_[command].unknown;
    leave_out(command);
  } else if (seen.on_target) {
    if (!is_alike) ++tally_[command_name(seen.on_target->command)].different;
    note(plan, seen, {seen.on_target->signature(), false, is_alike});
  }
  if (seen.on_reference && !is_alike) {
    note(plan, seen, {seen.on_reference->signature(), true, false});
  }
}

// What it has answered before it knows: to take that back is a difference.
bool Campaign::is_unknown_to_target(const Difference& difference) const {
  return difference.is_unknown_command() &&
         !target_.equal().contains(command_name(difference.command));
}

// One server after the other: they may be the same.
Campaign::Seen Campaign::play_once(const plan::Plan& plan) {
  const auto first_difference = [&plan](Player& player, std::vector<Reply>& replies) {
    player.reset(plan);
    auto difference = player.play(plan, &replies);
    player.reset(plan);
    return difference;
  };
  Seen seen;
  seen.on_target = first_difference(target_, seen.target_replies);
  if (reference_ != nullptr) {
    seen.on_reference = first_difference(*reference_, seen.reference_replies);
  }
  return seen;
}

Campaign::Seen Campaign::play_counted(const plan::Plan& plan) {
  const size_t count_before = target_.command_count();
  const auto count = [&] { command_count_ += target_.command_count() - count_before; };
  try {
    Seen seen = play_once(plan);
    count();
    return seen;
  } catch (...) {  // what was played until then
    count();
    throw;
  }
}

void Campaign::note(const plan::Plan& plan, const Seen& seen, const Trouble& trouble) {
  const Difference& difference = trouble.is_of_reference ? *seen.on_reference : *seen.on_target;
  const Bytes command = command_name(difference.command);
  if (++trouble_count_[command] >= kDifferencesPerCommandMax) leave_out(command);
  Found& found = trouble.is_alike          ? verifier_defects_
                 : trouble.is_of_reference ? reference_differences_
                                           : differences_;
  const auto [known, is_new] = found.try_emplace(trouble.signature);
  Finding& finding = known->second;
  if (!is_new) {
    ++finding.count;
    return;
  }
  // Seen once it is found, whatever becomes of making it small.
  finding.signature = trouble.signature;
  finding.command = command;
  finding.plan_seed = plan.seed;
  const size_t events_to_it = difference.event_index + 1;
  finding.smallest = plan;
  auto& events = finding.smallest.events;
  events.erase(events.begin() + static_cast<std::ptrdiff_t>(events_to_it), events.end());
  finding.difference = difference;
  finding.is_of_reference = trouble.is_of_reference;
  finding.target_replies = seen.target_replies;
  finding.target_replies.resize(events_to_it, resp::Reply::null());
  finding.reference_replies = seen.reference_replies;
  if (reference_ != nullptr) finding.reference_replies.resize(events_to_it, resp::Reply::null());
  make_small(finding, trouble);
}

void Campaign::leave_out(const Bytes& command) {
  auto& without = options_.generator.without;
  if (std::find(without.begin(), without.end(), command) == without.end()) {
    without.push_back(command);
    left_out_.push_back(command);
  }
}

void Campaign::make_small(Finding& finding, const Trouble& trouble) {
  const plan::Plan plan = finding.smallest;
  Difference last = finding.difference;
  const auto differs = [&](const plan::Plan& candidate) {
    const Seen seen = play_once(candidate);
    const Difference* again = seen.of(trouble);
    if (again != nullptr) last = *again;
    return again != nullptr;
  };
  // One of time or chance is shown as it was seen first.
  finding.reproducible = differs(plan);
  if (!finding.reproducible) return;
  const auto goes_on_to_differ = [&](const plan::Plan& candidate) {
    return !options_.must_end() && differs(candidate);
  };
  plan::Plan smallest =
      plan::shrink(plan, finding.difference.event_index, goes_on_to_differ, plan::Times::kFar);
  // Once more, so that replies and plan belong together.
  finding.reproducible = differs(smallest);
  if (!finding.reproducible) return;
  finding.smallest = std::move(smallest);
  finding.difference = std::move(last);
  finding.target_replies = target_.replies(finding.smallest);
  target_.reset(finding.smallest);
  if (reference_ != nullptr) {
    finding.reference_replies = reference_->replies(finding.smallest);
    reference_->reset(finding.smallest);
  }
}

size_t Campaign::found_count() const {
  return differences_.size() + reference_differences_.size() + verifier_defects_.size();
}

Outcome Campaign::outcome() {
  Outcome outcome;
  outcome.commands = tally_;
  for (const auto& [name, count] : target_.equal()) outcome.commands[name].equal = count;
  outcome.findings = listed(differences_);
  outcome.reference_differences = listed(reference_differences_);
  outcome.verifier_defects = listed(verifier_defects_);
  outcome.seed = options_.seed;
  outcome.protocol = options_.player.protocol;
  outcome.command_count = command_count_;
  outcome.left_out = left_out_;
  outcome.plan_count = plan_count_;
  outcome.knows_clock = command_count_ == 0 || target_.knows_clock();
  outcome.interruption = interruption_;
  return outcome;
}

}  // namespace keemun::verify
