// The scheduler of the simulated world: who goes on is a function of the seed and of what happened
// before, so that a run is repeated by its seed alone.
//
//   kFifo     in the order in which fibers became ready
//   kUniform  any ready fiber, each as likely as another
//   kScript   as the given choices say, each an index among the fibers that are ready; beyond the
//             last the first one. Where only one is ready there is no choice.
//   kPct      the ready fiber of highest priority; those are drawn when fibers are spawned, and
//             at depth - 1 drawn steps the one about to run falls below all others. A defect that
//             needs `depth` steps in a certain order is found with a known probability.
//
// It owns the fibers it spawned until they end or are dropped (a simulated crash); the stack pool
// outlives it. An exception that leaves a fiber leaves run_one(), and that fiber is gone then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "runtime/fiber.h"
#include "runtime/scheduler.h"

namespace keemun::sim {

class SeededScheduler final : public runtime::Scheduler {
 public:
  enum class Mode : unsigned char { kFifo, kUniform, kScript, kPct };
  struct Options {
    Mode mode = Mode::kUniform;
    uint64_t seed = 0;
    uint64_t depth = 3;           // of kPct
    uint64_t steps_likely = 256;  // of kPct: the drawn steps lie among so many first ones
    std::vector<size_t> script = {};
  };

  SeededScheduler(runtime::FiberStackPool& stacks, const Options& options);
  SeededScheduler(const SeededScheduler&) = delete;
  SeededScheduler& operator=(const SeededScheduler&) = delete;
  ~SeededScheduler() override { drop_all(); }

  // A new fiber, ready to run `body`. The reference is good until the fiber ends or is dropped.
  template <std::invocable Body>
  runtime::Fiber& spawn(Body body, size_t group = 0) {
    Task& task = tasks_.emplace_back(stacks_, std::move(body), this);
    task.group = group;
    task.position = std::prev(tasks_.end());
    enroll(task);
    return task;
  }

  void make_ready(runtime::Fiber& fiber) override;

  // Resumes the chosen fiber once; false if none is ready.
  bool run_one();
  // Up to so many steps, as long as somebody is ready and nobody who runs calls stop(). The same
  // steps one by one take longer: here whoever goes on at once is not switched away from.
  void run(uint64_t steps_max);
  void run_until_idle() { run(UINT64_MAX); }
  void stop() { steps_left_ = 0; }
  // Unwinds all fibers in the order of their spawning.
  void drop_all();
  // Those of one group.
  void drop(size_t group);
  // Nobody of the group goes on, ready or not, until it is released.
  void hold(size_t group);
  void release(size_t group);
  bool is_held(size_t group) const { return held_groups_.contains(group); }

  size_t alive() const { return tasks_.size(); }
  bool is_idle() const { return ready_.empty(); }
  uint64_t steps() const { return steps_; }
  // Of kScript: among how many each choice was made.
  const std::vector<size_t>& alternatives() const { return alternatives_; }

 private:
  struct Task : runtime::Fiber {
    using Fiber::Fiber;
    std::list<Task>::iterator position;
    uint64_t priority = 0;
    size_t group = 0;
  };

  bool goes_on(runtime::Fiber& fiber) override;
  void enroll(Task& task);
  size_t choose();
  Task& take(size_t chosen);
  size_t choose_by_script();
  size_t highest_priority() const;
  void destroy(Task& task);

  runtime::FiberStackPool& stacks_;
  const Options options_;
  std::list<Task> tasks_;
  std::vector<Task*> ready_;  // in the order of becoming ready
  std::set<size_t> held_groups_;
  std::vector<Task*> held_;  // ready but for that
  std::vector<uint64_t> change_steps_;
  std::vector<size_t> alternatives_;
  uint64_t spawned_ = 0;
  uint64_t steps_ = 0;
  uint64_t steps_left_ = 0;     // of run()
  std::optional<size_t> next_;  // chosen already, as the last fiber gave way
  uint64_t lowest_priority_;
};

}  // namespace keemun::sim
