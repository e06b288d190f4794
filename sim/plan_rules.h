// What a plan may say of the world that its header names: what the world has no means to do, and
// what the laws do not speak of, would be passed over, or be taken for a broken law. Plans that a
// campaign makes keep these rules by themselves; those that a person writes are looked at first.
//
//   * Of what may go wrong: what may in such a world (WorldOptions::faults()), and a crash. A crash
//     within a commit is that of the only process.
//   * In a world with many clients at once: no scan and no WATCH. Each is more than one operation,
//     so that it has no one moment at which it happens, and laws of its own
//     (scans_meet_what_stays, watched_updates_are_not_lost).
//   * A clock steps back by five seconds at most, and forward by three years.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "plan/plan.h"

namespace keemun::sim {

struct Objection {
  size_t event_index = 0;
  Bytes why;
};

// The first there is. Throws CommandError for a header that makes no world.
std::optional<Objection> objection_to(const plan::Plan& plan);

// By their names in the table of commands.
std::span<const BytesView> commands_of_several_operations();

}  // namespace keemun::sim
