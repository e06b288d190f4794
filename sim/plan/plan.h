// A plan: everything that a run does, as data. The same plan gives the same run, can be written to
// a file, cut, and read again.
//
// An event keeps its id for as long as it lives in any plan: all chance of a run is drawn from
// (seed, event id, …), so that leaving out one event does not change the others. Ids grow along a
// plan but need not be dense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "base/bytes.h"

namespace keemun::plan {

using Args = std::vector<Bytes>;

// A client sends a command; args[0] is its name.
struct CommandEvent {
  uint32_t client = 1;
  Args args;

  friend bool operator==(const CommandEvent&, const CommandEvent&) = default;
};

// Time passes for everybody; or the clock of one process steps back, counted around where there
// are fewer.
struct ClockEvent {
  uint32_t process = 1;
  int64_t advance_ms = 0;

  friend bool operator==(const ClockEvent&, const ClockEvent&) = default;
};

// Something goes wrong. `amount` says how many calls pass unharmed before the one that fails,
// unless the line says otherwise.
enum class Fault : uint8_t {
  kKvRefused,     // not done, and answered so
  kKvLost,        // a commit: no answer, and it never happens
  kKvAnswerLost,  // a commit: no answer, and it happened
  kKvLate,        // a commit: no answer, and it happens some time later
  kKvTorn,        // a commit: no answer, and only its first row was written; amount: how many more
  kKvSync,        // nothing that is committed now can be lost; no amount
  kCrash,         // the process begins anew; amount: how many unsynced commits are lost
  kCrashAtWrite,  // the same within a commit, before a row of it is written; nothing else is lost
  kStall,       // a process stands still while time passes, for longer than any lease; amount: for
                // how many events
  kShareLeft,   // the process that has a share of the keys lets it go; amount: which share
  kRedisEvict,  // amount: which key
  kRedisFlush,
  kRedisRemember,  // a replica is as far as this moment
  kRedisFailOver,  // it takes over
  kRedisNotSent,   // this and all below as in FakeRedis
  kRedisRefused,
  kRedisLost,
  kRedisAnswerLost,
  kRedisLate,
  kRedisBroken,
  kIndexNotSent,  // these: the Redis that keeps indexes of sorted sets
  kIndexRefused,
  kIndexLost,
  kIndexAnswerLost,
  kIndexLate,
  kIndexBroken,
};

struct FaultEvent {
  Fault fault = Fault::kKvRefused;
  int64_t amount = 0;

  friend bool operator==(const FaultEvent&, const FaultEvent&) = default;
};

struct Event {
  uint64_t id = 0;
  std::variant<CommandEvent, ClockEvent, FaultEvent> what;

  const CommandEvent* command() const { return std::get_if<CommandEvent>(&what); }

  friend bool operator==(const Event&, const Event&) = default;
};

struct Plan {
  uint64_t seed = 0;
  std::map<Bytes, Bytes> options;  // the world that the events happen in, in its own words
  std::vector<Event> events;

  friend bool operator==(const Plan&, const Plan&) = default;
};

// Stands in RESTORE for what DUMP last answered to this client: payloads are each server's own.
inline constexpr BytesView kDumpedPayload = "<dumped>";

// Clients that the plan's commands name, from 1; the highest number is the count.
size_t client_count(const Plan& plan);

}  // namespace keemun::plan
