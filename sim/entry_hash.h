// One number for what a key holds, so that states of an oracle can be told apart.
#pragma once

#include <cstdint>

#include "model/value.h"

namespace keemun::sim {

uint64_t hash_entry(const model::Entry& entry);

}  // namespace keemun::sim
