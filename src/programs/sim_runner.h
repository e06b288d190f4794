// Plays a campaign's plans on several threads, each with plans of its own. What breaks a law is
// said at once, and its plan is left in the working directory. A hundred failures end the campaign:
// they are most often one, and more would only fill the directory.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "sim/campaign.h"

namespace keemun::programs {

struct RunnerOptions {
  uint64_t plan_count = 0;
  std::chrono::minutes duration{0};  // where it is not 0: so long, instead of counting plans
  size_t jobs = 1;
  bool is_traced = false;
  // The arguments of `keemun sim` that show the plan of this seed again.
  std::function<std::string(uint64_t seed)> repro;
};

class SimRunner {
 public:
  // Both outlive it.
  SimRunner(const RunnerOptions& options, const sim::CampaignOptions& campaign);

  static constexpr int64_t kFailuresMax = 100;

  // Throws what one of its threads has thrown, once all have come to an end.
  sim::Tally run();

 private:
  using Clock = std::chrono::steady_clock;

  void work();
  std::optional<uint64_t> next_number();
  void play(uint64_t number, sim::Player& player);
  void show_progress() const;

  const RunnerOptions& options_;
  const sim::CampaignOptions& campaign_;
  const bool is_visible_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<uint64_t> next_ = 0;
  std::atomic<bool> is_stopped_ = false;
  std::mutex mutex_;  // over the tally and both outputs
  sim::Tally tally_;
};

}  // namespace keemun::programs
