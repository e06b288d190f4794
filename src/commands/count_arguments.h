// Counts as commands are given them: how many keys, how many elements at most, how many by chance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "commands/call.h"
#include "types/sampling.h"

namespace keemun::commands {

// At least `low`; `text` answers everything else, what is no number too.
int64_t count_from(const Call& call, size_t index, int64_t low, BytesView text);

// SRANDMEMBER, HRANDFIELD: a positive count asks for distinct elements and gets at most all, a
// negative one for exactly that many with repeats. `pairs`: each takes two items of the reply,
// which halves what a count may be.
int64_t parse_sample_count(const Call& call, size_t index, bool pairs);
// Refuses more repeats than one reply may hold.
types::SampleCount sample_count_of(int64_t asked);

}  // namespace keemun::commands
