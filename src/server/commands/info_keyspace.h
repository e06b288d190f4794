// INFO keyspace: which databases have keys, and how many.
#pragma once

#include "server/commands/info_section.h"
#include "server/state.h"

namespace keemun::server {

// Exact as soon as the server has counted what it found at its start. INFO lends a hand, but may
// not read everything: until then it is by the store's estimate of all metas.
void add_keyspace(State& state, Section& section);

}  // namespace keemun::server
