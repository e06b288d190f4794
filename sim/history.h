// What clients saw of a store that answered several of them at once, and whether there is an order
// in which a Redis could have done it: each operation at one moment between its call and its
// answer, one after another, every reply and the final state as they were observed
// (linearizability).
//
// Nearly always the order is what the operations' hints say, and that one is tried first. Where it
// does not fit, histories of keys that have nothing to do with each other are searched apart, up to
// a bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "audit/audit.h"
#include "base/bytes.h"
#include "model/model.h"
#include "plan/plan.h"
#include "resp/reply.h"
#include "sim/touched_keys.h"
#include "sim/world_options.h"

namespace keemun::sim {

inline constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

// A command, or a whole transaction, from call to answer.
struct Operation {
  uint32_t client = 0;
  size_t database = 0;               // that it was sent to
  std::vector<plan::Args> commands;  // one; or MULTI, what was queued, EXEC
  int64_t now_ms = 0;                // the time that it went by
  uint64_t called_at = 0;            // in steps of the world
  uint64_t returned_at = kNever;     // never: it had no answer, but it had its effect
  uint64_t hint_at = 0;              // when it probably happened
  resp::Reply reply;                 // if it had an answer
  uint64_t commit = 0;               // the last of the store's commits that is its own; 0 is none
};

struct HistoryVerdict {
  enum class Kind : uint8_t { kFits, kDoesNotFit, kUndecided };
  Kind kind = Kind::kFits;
  std::vector<size_t> order;  // of operations that were judged, if none does not fit
  bool is_compared = false;   // and nothing else is stored than what it leads to, whatever the key
  Touched taken_over;         // keys that were not judged, or on which it is undecided
  Bytes detail;               // what does not fit
};

// `model` holds the state before; if the history fits it holds the state after. `final_state` is
// what the store holds in the end, at `now_ms`; keys among `unjudged` and all that have to do with
// them are taken over from there as they are.
struct HistorySubject {
  const WorldOptions& options;
  std::span<const Operation> operations;
  const StoredKeys& final_state;
  int64_t now_ms = 0;
  const Touched& unjudged;
  size_t steps_max = 200'000;  // for operations that have to do with each other
};
HistoryVerdict check_history(model::Model& model, const HistorySubject& subject);

// The model holds what is stored under these keys from now on.
void take_over(model::Model& model, const Touched& touched, const StoredKeys& stored);

// Applies what an operation did to the model, without judging the reply.
void apply(model::Model& model, const Operation& operation);

}  // namespace keemun::sim
