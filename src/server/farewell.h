// How a client goes, as others see it: at once. It may still be there to take its last answer.
#pragma once

#include "server/state.h"

namespace keemun::server {

// What others know of it is undone: its subscriptions, what it tracks, its wait for keys, that it
// monitors. May be called again.
void withdraw(State& state, Client& client);

// By the will of another client; one that sends itself away is still told so.
void send_away(State& state, Client& client, const Client& asking);

}  // namespace keemun::server
