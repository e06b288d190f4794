// A client's subscriptions, kept on both sides: in its own lists and in those of the channels.
#pragma once

#include <set>

#include "base/bytes.h"
#include "server/state.h"

namespace keemun::server {

// The client's own list of one kind.
std::set<Bytes>& names_of(Client& client, Pubsub::Kind kind);

void join(State& state, Client& client, Pubsub::Kind kind, const Bytes& name);
void leave(State& state, Client& client, Pubsub::Kind kind, const Bytes& name);
void leave_all_channels(State& state, Client& client);

// Tells everybody who listens; answers how many did.
int64_t publish(State& state, BytesView channel, BytesView message);
int64_t publish_to_shard(State& state, BytesView channel, BytesView message);

}  // namespace keemun::server
