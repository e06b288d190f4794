// keemun sim: plays plans on the core in a simulated world and says which law it broke. Exit
// status: 0 no law broken, 1 one was, 2 it could not run.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "base/command_error.h"
#include "base/number_text.h"
#include "count_option.h"
#include "end_signals.h"
#include "groups_option.h"
#include "plan/plan_text.h"
#include "plan/shrink.h"
#include "plan_file.h"
#include "seed_option.h"
#include "sim/campaign.h"
#include "sim/kv_profile.h"
#include "sim/plan_rules.h"
#include "sim_report.h"
#include "sim_runner.h"
#include "subcommands.h"

namespace keemun::programs {

namespace {

constexpr int kNoLawBroken = 0;
constexpr int kLawBroken = 1;
constexpr int kCouldNotRun = 2;

struct SimOptions {
  std::optional<std::string> seed;
  std::string world_class = "all";
  std::string schedule = "all";
  std::string family = "camellia";
  std::vector<std::string> encodings;
  std::vector<std::string> groups;
  std::string layout = "all";
  std::string processes = "all";
  size_t events = 2000;
  uint64_t plans = 100;
  uint64_t minutes = 0;
  size_t jobs = 1;
  bool has_canary = false;
  bool trace = false;
  bool bench = false;
  std::optional<std::string> plan_file;
  std::optional<std::string> shrink_file;
};

// What every world has to have.
std::map<Bytes, Bytes> parse_asked(const SimOptions& options) {
  std::map<Bytes, Bytes> asked = {{"family", options.family}};
  if (options.world_class != "all") asked["class"] = options.world_class;
  if (options.schedule != "all") asked["schedule"] = options.schedule;
  if (options.layout != "all") asked["layout"] = options.layout;
  if (options.processes != "all") asked["processes"] = options.processes;
  if (options.has_canary) asked["canary"] = "on";
  for (const std::string& text : options.encodings) {
    const size_t colon = text.find(':');
    const std::string type = text.substr(0, colon);
    if (colon == std::string::npos || (type != "hash" && type != "set" && type != "zset")) {
      throw std::invalid_argument("--encoding takes hash:N, set:N, zset:N, not " + text);
    }
    if (!asked.emplace(type, text.substr(colon + 1)).second) {
      throw std::invalid_argument("--encoding names " + type + " twice");
    }
  }
  sim::check_asked(asked);
  return asked;
}

// What is not asked for is drawn for each plan.
std::map<Bytes, std::vector<Bytes>> possible_worlds(const SimOptions& options) {
  std::vector<Bytes> classes;
  for (const BytesView name : sim::KvProfile::names()) {
    // The ardb family is kept by no other store.
    const bool is_atomic = sim::KvProfile::named(name)->capabilities.atomic_batch;
    if (is_atomic || options.family == "camellia") classes.emplace_back(name);
  }
  return {
      {"class", std::move(classes)},
      {"schedule", {"inline", "fifo", "uniform", "pct"}},
      {"ardb-fast", {"on", "off"}},
      {"range-erase", {"on", "off"}},
      {"layout", {"plain", "md5", "slot"}},
      {"hash", {"0", "1", "2", "3"}},
      {"set", {"0", "1", "2", "3"}},
      {"zset", {"0", "1", "2", "3"}},
      {"expiry-index", {"on", "off"}},
      {"cache", {"off", "on", "evicting", "failing"}},
      {"local-cache", {"on", "off"}},
      {"meta-cache", {"on", "off"}},
      {"gc", {"on", "seldom", "off", "off"}},
      {"databases", {"3"}},
      {"processes", {"1", "1", "2", "3"}},
      // Long enough for faults to meet, short enough for the search of an order.
      {"stretch", {"64", "160", "320"}},
  };
}

sim::CampaignOptions campaign_options(const SimOptions& options) {
  sim::CampaignOptions campaign;
  campaign.seed = seed_of(options.seed);
  campaign.generator.event_count = options.events;
  campaign.generator.own_clock = true;
  campaign.generator.groups = parse_groups(options.groups);
  campaign.asked = parse_asked(options);
  campaign.worlds = possible_worlds(options);
  return campaign;
}

// As its world can play it.
plan::Plan read_playable(const std::string& path) {
  return read_plan(path, [](const plan::WrittenPlan& written) {
    const auto objection = sim::objection_to(written.plan);
    if (objection) throw plan::PlanTextError(written.lines[objection->event_index], objection->why);
  });
}

// How to have one plan of a campaign again: as its first one, drawn from the same worlds.
std::string repro_of(const SimOptions& options, uint64_t seed) {
  std::ostringstream repro;
  repro << "--seed " << format_hex(seed) << " --plans 1 --events " << options.events << " --class "
        << options.world_class << " --schedule " << options.schedule << " --layout "
        << options.layout << " --family " << options.family << " --processes " << options.processes;
  for (const std::string& encoding : options.encodings) repro << " --encoding " << encoding;
  for (const std::string& group : options.groups) repro << " --groups " << group;
  if (options.has_canary) repro << " --canary";
  return repro.str();
}

int close(const sim::Tally& tally) {
  print_tally(tally);
  return tally.failure_count == 0 && tally.is_decided() ? kNoLawBroken : kLawBroken;
}

int play_file(const SimOptions& options) {
  const std::string& path = *options.plan_file;
  const plan::Plan plan = read_playable(path);
  const sim::Played played = sim::play(plan, options.trace ? trace_to(std::cout) : sim::Observer());
  if (played.violation) print_failure(*played.violation, path, "--plan " + path);
  sim::Tally tally;
  tally.add(plan.seed, played);
  return close(tally);
}

int shrink_file(const SimOptions& options) {
  const plan::Plan plan = read_playable(*options.shrink_file);
  sim::Played played = sim::play(plan);
  if (played.violation) {
    const plan::Plan smallest = sim::shrunk(plan, *played.violation);
    played = sim::play(smallest);
    std::cout << plan::to_text(smallest);
    const std::string path = failure_path(played.digest);
    print_failure(*played.violation, path, "--plan " + path);
    leave_plan(path, smallest);
  } else {
    std::cout << "no law is broken: there is nothing to make small\n";
  }
  sim::Tally tally;
  tally.add(plan.seed, played);
  return close(tally);
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// How fast worlds are, on one core: figures to be kept, not to be passed.
int measure(const SimOptions& options) {
  constexpr int kStarts = 2000;
  constexpr size_t kShrunkEvents = 2000;
  const sim::CampaignOptions campaign = campaign_options(options);
  sim::Player player;
  sim::Tally tally;
  const double played_s = seconds_of([&] {
    for (uint64_t number = 0; number < options.plans; ++number) {
      const uint64_t seed = sim::plan_seed(campaign.seed, number);
      tally.add(seed, player.play(sim::plan_of(campaign, seed)));
    }
  });
  plan::Plan empty;
  empty.options = {{"schedule", "uniform"}, {"databases", "3"}};
  const double started_s = seconds_of([&] {
    for (int i = 0; i < kStarts; ++i) player.play(empty);
  });
  // Fails for as long as the two events in the middle are there, and is played to know it.
  sim::CampaignOptions longer = campaign;
  longer.generator.event_count = kShrunkEvents;
  const plan::Plan long_plan = sim::plan_of(longer, campaign.seed);
  const uint64_t guilty = long_plan.events[long_plan.events.size() / 2].id;
  const double shrunk_s = seconds_of([&] {
    plan::shrink(long_plan, long_plan.events.size() - 1, [&](const plan::Plan& candidate) {
      player.play(candidate);
      return std::count_if(candidate.events.begin(), candidate.events.end(),
                           [guilty](const plan::Event& event) {
                             return event.id == guilty || event.id == guilty + 1;
                           }) == 2;
    });
  });
  std::cout << static_cast<int64_t>(static_cast<double>(tally.command_count) / played_s)
            << " commands/s over " << tally.plan_count << " plans, " << tally.fault_count
            << " faults\n"
            << started_s * 1e6 / kStarts << " us to start a world\n"
            << shrunk_s << " s to shrink a plan of " << kShrunkEvents << " events\n";
  return close(tally);
}

int simulate(const SimOptions& options) {
  if (options.bench) return measure(options);
  if (options.shrink_file) return shrink_file(options);
  if (options.plan_file) return play_file(options);
  const sim::CampaignOptions campaign = campaign_options(options);
  const RunnerOptions runner = {options.plans, std::chrono::minutes(options.minutes), options.jobs,
                                options.trace,
                                [&options](uint64_t seed) { return repro_of(options, seed); }};
  end_on_signals();
  std::cout << "seed " << format_hex(campaign.seed) << "\n" << std::flush;
  const sim::Tally tally = SimRunner(runner, campaign).run();
  if (tally.failure_count == SimRunner::kFailuresMax) {
    std::cout << "stopped after " << tally.failure_count << " failures\n";
  }
  const int status = close(tally);
  if (!must_end() || status != kNoLawBroken) return status;
  throw std::runtime_error("ended by a signal before all was played");
}

int run_sim(const SimOptions& options) {
  try {
    return simulate(options);
  } catch (const CommandError& error) {
    std::cerr << "keemun sim: " << error.words() << "\n";
  } catch (const std::exception& error) {
    std::cerr << "keemun sim: " << error.what() << "\n";
  }
  return kCouldNotRun;
}

// For options that would leave most others without an effect; --help need not name them each time.
void check_alone(const CLI::App& app, const CLI::Option* option, const CLI::Option* but = nullptr) {
  for (const CLI::Option* other : app.get_options()) {
    if (option->count() == 0 || other->count() == 0 || other == option || other == but) continue;
    throw CLI::ExcludesError(option->get_name(), other->get_name());
  }
}

void add_worlds(CLI::App& sim, SimOptions& options) {
  sim.add_option("--class", options.world_class,
                 "of the simulated store: memory, rocksdb, tikv_raw, tikv_txn or all")
      ->capture_default_str();
  sim.add_option("--schedule", options.schedule, "inline, fifo, uniform, pct or all")
      ->capture_default_str();
  sim.add_option("--family", options.family, "of encodings: camellia, ardb or mixed")
      ->capture_default_str();
  sim.add_option("--encoding", options.encodings,
                 "hash:0|1|2|3, set:0|1|2|3, zset:0|1|2|3; what is left out is drawn for each plan")
      ->delimiter(',');
  sim.add_option("--layout", options.layout, "plain, md5, slot or all")->capture_default_str();
  sim.add_option("--processes", options.processes, "that share the store: 1 to 4 or all")
      ->capture_default_str();
  sim.add_flag("--canary", options.has_canary,
               "every plan breaks a law, by order: does whoever runs this notice?");
}

}  // namespace

void add_sim(CLI::App& app, int& status) {
  constexpr uint64_t kEventsMax = 1'000'000;
  constexpr uint64_t kPlansMax = 1'000'000'000;
  constexpr uint64_t kMinutesMax = 30 * 24 * 60;
  constexpr uint64_t kJobsMax = 256;
  auto options = std::make_shared<SimOptions>();
  CLI::App* sim =
      app.add_subcommand("sim", "Play generated plans on the core in a simulated world");
  add_seed(*sim, options->seed, "");
  sim->footer(
      "Exit status: 0 no law broken; 1 one was, or too many histories were left undecided; 2 it "
      "could not run, or was ended by a signal before.");
  add_worlds(*sim, *options);
  add_groups(*sim, options->groups);
  sim->add_option("--events", options->events, "of each plan")
      ->check(one_to(kEventsMax))
      ->capture_default_str();
  CLI::Option* plans = sim->add_option("--plans", options->plans, "how many to play")
                           ->check(one_to(kPlansMax))
                           ->capture_default_str();
  CLI::Option* minutes =
      sim->add_option("--minutes", options->minutes, "play so long instead of counting plans")
          ->check(one_to(kMinutesMax))
          ->excludes(plans);
  CLI::Option* jobs = sim->add_option("--jobs", options->jobs, "threads")
                          ->check(one_to(kJobsMax))
                          ->capture_default_str();
  CLI::Option* trace = sim->add_flag("--trace", options->trace,
                                     "print every command and its reply, one plan after another");
  sim->add_flag("--bench", options->bench, "measure how fast plans are played, on one core")
      ->excludes(minutes)
      ->excludes(jobs)
      ->excludes(trace);
  CLI::Option* plan = sim->add_option("--plan", options->plan_file,
                                      "play this plan; it says all else itself, but for --trace");
  CLI::Option* shrink = sim->add_option("--shrink", options->shrink_file,
                                        "make this failing plan small; it says all else itself");
  sim->callback([=, &status] {
    check_alone(*sim, plan, trace);
    check_alone(*sim, shrink);
    status = run_sim(*options);
  });
}

}  // namespace keemun::programs
