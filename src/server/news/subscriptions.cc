#include "server/news/subscriptions.h"

#include <utility>

#include "server/net/output_limits.h"

namespace keemun::server {

using resp::Reply;

std::set<Bytes>& names_of(Client& client, Pubsub::Kind kind) {
  switch (kind) {
    case Pubsub::Kind::kPattern:
      return client.patterns;
    case Pubsub::Kind::kShard:
      return client.shard_channels;
    case Pubsub::Kind::kChannel:
      break;
  }
  return client.channels;
}

namespace {

void leave_all(State& state, Client& client, Pubsub::Kind kind) {
  for (const Bytes& name : std::exchange(names_of(client, kind), {})) {
    state.pubsub.unsubscribe(kind, name, client.id);
  }
}

}  // namespace

void join(State& state, Client& client, Pubsub::Kind kind, const Bytes& name) {
  if (names_of(client, kind).insert(name).second) state.pubsub.subscribe(kind, name, client.id);
}

void leave(State& state, Client& client, Pubsub::Kind kind, const Bytes& name) {
  if (names_of(client, kind).erase(name) > 0) state.pubsub.unsubscribe(kind, name, client.id);
}

void leave_all_channels(State& state, Client& client) {
  leave_all(state, client, Pubsub::Kind::kChannel);
  leave_all(state, client, Pubsub::Kind::kPattern);
  leave_all(state, client, Pubsub::Kind::kShard);
}

int64_t publish(State& state, BytesView channel, BytesView message) {
  int64_t told = 0;
  for (const Pubsub::Delivery& delivery : state.pubsub.deliveries(channel)) {
    Client* client = state.client(delivery.client);
    if (client == nullptr) continue;
    Reply::Items items = {Reply::bulk(delivery.by_pattern ? "pmessage" : "message")};
    if (delivery.by_pattern) items.push_back(Reply::bulk(delivery.pattern));
    items.push_back(Reply::bulk(Bytes(channel)));
    items.push_back(Reply::bulk(Bytes(message)));
    tell(state, *client, Reply::push(std::move(items)));
    ++told;
  }
  return told;
}

int64_t publish_to_shard(State& state, BytesView channel, BytesView message) {
  int64_t told = 0;
  for (const Pubsub::Delivery& delivery : state.pubsub.shard_deliveries(channel)) {
    Client* client = state.client(delivery.client);
    if (client == nullptr) continue;
    tell(state, *client,
         Reply::push(
             {Reply::bulk("smessage"), Reply::bulk(Bytes(channel)), Reply::bulk(Bytes(message))}));
    ++told;
  }
  return told;
}

}  // namespace keemun::server
