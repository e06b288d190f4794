// What fibers cost. Goals in the release preset: a switch in 40 ns, create-run-destroy in 200 ns.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "../../unit/runtime/fifo_scheduler.h"
#include "base/check.h"
#include "runtime/event.h"
#include "runtime/fiber.h"

namespace keemun::runtime {
namespace {

using benchmark::Counter;

// Seconds for one of the `per_iteration` things that each iteration does.
Counter time_of_one(double per_iteration) {
  return Counter(per_iteration, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

// resume() and suspend() in turn: two switches.
void BM_Switch(benchmark::State& state) {
  FiberStackPool stacks;
  bool stop = false;
  Fiber fiber(stacks, [&] {
    while (!stop) Fiber::suspend();
  });
  for (auto _ : state) fiber.resume();
  stop = true;
  fiber.resume();
  state.counters["one_switch"] = time_of_one(2);
}
BENCHMARK(BM_Switch);

// The same with many fibers in turn, whose stacks do not all fit into the caches.
void BM_SwitchAmong(benchmark::State& state) {
  FiberStackPool stacks;
  bool stop = false;
  std::vector<std::unique_ptr<Fiber>> fibers;
  for (int64_t i = 0; i < state.range(0); ++i) {
    fibers.push_back(std::make_unique<Fiber>(stacks, [&] {
      while (!stop) Fiber::suspend();
    }));
  }
  for (auto _ : state) {
    for (const auto& fiber : fibers) fiber->resume();
  }
  stop = true;
  for (const auto& fiber : fibers) fiber->resume();
  state.counters["one_switch"] = time_of_one(2 * static_cast<double>(state.range(0)));
}
BENCHMARK(BM_SwitchAmong)->Arg(8)->Arg(100)->Arg(1000)->Arg(10'000);

void BM_CreateRunDestroy(benchmark::State& state) {
  FiberStackPool stacks;
  int64_t runs = 0;
  for (auto _ : state) {
    Fiber fiber(stacks, [&runs] { ++runs; });
    fiber.resume();
  }
  CHECK(runs == static_cast<int64_t>(state.iterations()));
}
BENCHMARK(BM_CreateRunDestroy);

void BM_SpawnRunEnd(benchmark::State& state) {
  FiberStackPool stacks;
  FifoScheduler scheduler(stacks);
  int64_t runs = 0;
  for (auto _ : state) {
    scheduler.spawn([&runs] { ++runs; });
    scheduler.run_until_idle();
  }
  CHECK(runs == static_cast<int64_t>(state.iterations()));
}
BENCHMARK(BM_SpawnRunEnd);

// A fiber waits for an answer, the host gives it, the fiber goes on and asks again.
void BM_EventRoundTrip(benchmark::State& state) {
  FiberStackPool stacks;
  FifoScheduler scheduler(stacks);
  Event* asked = nullptr;
  bool stop = false;
  scheduler.spawn([&] {
    while (!stop) {
      Event answered;
      asked = &answered;
      answered.wait();
    }
  });
  scheduler.run_until_idle();
  for (auto _ : state) {
    asked->set();
    scheduler.run_one();
  }
  stop = true;
  asked->set();
  scheduler.run_until_idle();
}
BENCHMARK(BM_EventRoundTrip);

void BM_DropSuspended(benchmark::State& state) {
  FiberStackPool stacks;
  for (auto _ : state) {
    Fiber fiber(stacks, [] { Fiber::suspend(); });
    fiber.resume();
  }
}
BENCHMARK(BM_DropSuspended);

}  // namespace
}  // namespace keemun::runtime
