// A client goes.
#pragma once

#include "server/state.h"

namespace keemun::server {

// Whoever counts next does not find it among those who listen or wait, while it may still be there
// to take its last answer. May be called again.
void withdraw(State& state, Client& client);

}  // namespace keemun::server
