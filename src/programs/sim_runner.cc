#include "sim_runner.h"

#include <unistd.h>

#include <future>
#include <iostream>
#include <sstream>
#include <vector>

#include "base/number_text.h"
#include "end_signals.h"
#include "played_plan.h"
#include "sim_report.h"

namespace keemun::programs {

SimRunner::SimRunner(const RunnerOptions& options, const sim::CampaignOptions& campaign)
    : options_(options), campaign_(campaign), is_visible_(isatty(STDERR_FILENO) != 0) {}

sim::Tally SimRunner::run() {
  PlayedPlan::say_last_words();
  std::vector<std::future<void>> workers;
  for (size_t i = 0; i < options_.jobs; ++i) {
    workers.push_back(std::async(std::launch::async, [this] { work(); }));
  }
  for (std::future<void>& worker : workers) worker.get();
  if (is_visible_) std::cerr << "\r\x1b[K";
  return tally_;
}

void SimRunner::work() {
  sim::Player player;
  try {
    while (const auto number = next_number()) play(*number, player);
  } catch (...) {
    is_stopped_ = true;
    throw;
  }
}

std::optional<uint64_t> SimRunner::next_number() {
  const uint64_t number = next_++;
  const bool is_over = options_.duration.count() == 0 ? number >= options_.plan_count
                                                      : Clock::now() - start_ >= options_.duration;
  if (is_over || is_stopped_ || must_end()) return std::nullopt;
  return number;
}

void SimRunner::play(uint64_t number, sim::Player& player) {
  const uint64_t seed = sim::plan_seed(campaign_.seed, number);
  const plan::Plan plan = sim::plan_of(campaign_, seed);
  // One plan after another: what others play meanwhile must not stand in between.
  std::ostringstream in_one_piece;
  std::ostream& trace = options_.jobs == 1 ? std::cout : in_one_piece;
  if (options_.is_traced) trace << "the plan of seed " << format_hex(seed) << "\n";
  const PlayedPlan under_way(options_.repro(seed));
  const sim::Played played = [&] {
    try {
      return player.play(plan, options_.is_traced ? trace_to(trace) : sim::Observer());
    } catch (...) {  // nothing that a plan may do
      std::cerr << under_way.words();
      throw;
    }
  }();
  const std::lock_guard lock(mutex_);
  if (is_stopped_) return;
  std::cout << in_one_piece.str();
  tally_.add(seed, played);
  if (played.violation) {
    const std::string path = failure_path(played.digest);
    print_failure(*played.violation, path, options_.repro(seed));
    leave_plan(path, plan);
    if (tally_.failure_count == kFailuresMax) is_stopped_ = true;
  }
  if (is_visible_) show_progress();
}

void SimRunner::show_progress() const {
  constexpr int64_t kHourMs = 3'600'000;
  const int64_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start_).count();
  std::cerr << "\r\x1b[K" << tally_.plan_count << " plans, " << tally_.command_count
            << " commands, " << tally_.fault_count << " faults, " << tally_.failure_count
            << " failures, " << tally_.command_count / (seconds + 1) << " commands/s, "
            << tally_.passed_ms / kHourMs << " virtual hours, " << tally_.marks.count() << " marks"
            << std::flush;
}

}  // namespace keemun::programs
