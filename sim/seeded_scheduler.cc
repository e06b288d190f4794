#include "sim/seeded_scheduler.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"

namespace keemun::sim {
namespace {

// Streams of draws: adding a fiber does not move the choices, nor the other way round.
constexpr uint64_t kChoiceStream = 1;
constexpr uint64_t kPriorityStream = 2;
constexpr uint64_t kChangeStream = 3;

// Drawn priorities lie above all that a change gives.
constexpr uint64_t kDrawnPriority = uint64_t{1} << 63;

}  // namespace

SeededScheduler::SeededScheduler(runtime::FiberStackPool& stacks, const Options& options)
    : stacks_(stacks), options_(options), lowest_priority_(kDrawnPriority) {
  CHECK(options.depth >= 1 && options.steps_likely >= 1);
  if (options.mode != Mode::kPct) return;
  for (uint64_t i = 1; i < options.depth; ++i) {
    change_steps_.push_back(hash_draw(options.seed, i, kChangeStream) % options.steps_likely);
  }
}

void SeededScheduler::enroll(Task& task) {
  task.priority = hash_draw(options_.seed, spawned_++, kPriorityStream) | kDrawnPriority;
  make_ready(task);
}

void SeededScheduler::make_ready(runtime::Fiber& fiber) {
  CHECK(fiber.scheduler() == this && !fiber.done());
  Task& task = static_cast<Task&>(fiber);
  DCHECK(std::find(ready_.begin(), ready_.end(), &task) == ready_.end());
  (is_held(task.group) ? held_ : ready_).push_back(&task);
}

size_t SeededScheduler::highest_priority() const {
  const auto less = [](const Task* a, const Task* b) { return a->priority < b->priority; };
  return static_cast<size_t>(std::max_element(ready_.begin(), ready_.end(), less) - ready_.begin());
}

size_t SeededScheduler::choose_by_script() {
  if (ready_.size() == 1) return 0;
  const size_t next = alternatives_.size();
  alternatives_.push_back(ready_.size());
  return next < options_.script.size() ? std::min(options_.script[next], ready_.size() - 1) : 0;
}

size_t SeededScheduler::choose() {
  if (options_.mode == Mode::kScript) return choose_by_script();
  if (options_.mode == Mode::kFifo) return 0;
  if (options_.mode == Mode::kUniform) {
    if (ready_.size() == 1) return 0;
    return static_cast<size_t>(hash_draw(options_.seed, steps_, kChoiceStream) % ready_.size());
  }
  const auto changes = std::count(change_steps_.begin(), change_steps_.end(), steps_);
  for (auto i = changes; i > 0; --i) ready_[highest_priority()]->priority = --lowest_priority_;
  return highest_priority();
}

SeededScheduler::Task& SeededScheduler::take(size_t chosen) {
  ++steps_;
  Task& task = *ready_[chosen];
  ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(chosen));
  return task;
}

bool SeededScheduler::goes_on(runtime::Fiber& fiber) {
  if (steps_left_ == 0 || ready_.empty()) return false;
  const size_t chosen = choose();
  if (ready_[chosen] != &fiber) {
    next_ = chosen;
    return false;
  }
  --steps_left_;
  take(chosen);
  return true;
}

bool SeededScheduler::run_one() {
  CHECK(runtime::Fiber::current() == nullptr || runtime::Fiber::current()->scheduler() != this);
  if (ready_.empty()) return false;
  Task& task = take(next_ ? *std::exchange(next_, std::nullopt) : choose());
  try {
    task.resume();
  } catch (...) {
    stop();
    destroy(task);
    throw;
  }
  if (task.done()) destroy(task);
  return true;
}

void SeededScheduler::run(uint64_t steps_max) {
  steps_left_ = steps_max;
  while (steps_left_ > 0) {
    --steps_left_;
    if (!run_one()) break;
  }
  steps_left_ = 0;
  CHECK(!next_);
}

void SeededScheduler::drop_all() {
  while (!tasks_.empty()) destroy(tasks_.front());
}

void SeededScheduler::drop(size_t group) {
  const auto next = [this, group] {
    return std::find_if(tasks_.begin(), tasks_.end(),
                        [group](const Task& task) { return task.group == group; });
  };
  for (auto task = next(); task != tasks_.end(); task = next()) destroy(*task);
  release(group);
}

void SeededScheduler::hold(size_t group) {
  held_groups_.insert(group);
  const auto is_others = [group](const Task* task) { return task->group != group; };
  const auto others_end = std::stable_partition(ready_.begin(), ready_.end(), is_others);
  held_.insert(held_.end(), others_end, ready_.end());
  ready_.erase(others_end, ready_.end());
}

void SeededScheduler::release(size_t group) {
  held_groups_.erase(group);
  const auto is_others = [group](const Task* task) { return task->group != group; };
  const auto others_end = std::stable_partition(held_.begin(), held_.end(), is_others);
  ready_.insert(ready_.end(), others_end, held_.end());
  held_.erase(others_end, held_.end());
}

void SeededScheduler::destroy(Task& task) {
  std::erase(ready_, &task);
  std::erase(held_, &task);
  // Out of the list before it unwinds: its destructors may spawn, or make others ready.
  std::list<Task> ended;
  ended.splice(ended.end(), tasks_, task.position);
}

}  // namespace keemun::sim
