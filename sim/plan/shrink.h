// Makes a plan that fails small while it goes on to fail in the same way.
//
// A plan has a list of edits, boldest first: drop a client, drop a chunk of events (half, a
// quarter, … one), simplify single events (one client for all, fewer arguments, shorter bytes,
// smaller numbers), then let one key stand for two. Every edit makes the plan strictly smaller by
// one measure, so any walk over edits ends. Events keep their ids, so what is drawn from them
// stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "plan/plan.h"

namespace keemun::plan {

struct Edit {
  enum class Kind : uint8_t {
    kDropClient,       // at: the client
    kDropEvents,       // count events from at
    kToFirstClient,    // event at
    kDropArguments,    // event at, count from argument
    kReplaceArgument,  // event at, argument, by text
    kHalveAmount,      // of the fault at
    kJoinKeys,         // the first argument of the event at, everywhere by text
  };
  Kind kind = Kind::kDropEvents;
  size_t at = 0;
  size_t count = 0;
  size_t argument = 0;
  Bytes text;
};

std::vector<Edit> edits(const Plan& plan);
Plan edited(const Plan& plan, const Edit& edit);

// How often the plan is tried at most.
inline constexpr size_t kShrinkRunsMax = 1500;

// Times of a plan for servers are far ones (plan/times.h), and stay so: one that came near would
// have the plan fail by when it is played.
enum class Times : uint8_t { kAny, kFar };

// `fails` says whether a candidate fails in the same way as `plan` does; `failing_index` is the
// event at which it does.
Plan shrink(Plan plan, size_t failing_index, const std::function<bool(const Plan&)>& fails,
            Times times = Times::kAny);

}  // namespace keemun::plan
