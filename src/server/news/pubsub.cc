#include "server/news/pubsub.h"

#include "base/glob.h"

namespace keemun::server {

void Pubsub::subscribe(Kind kind, const Bytes& name, uint64_t client) {
  lists_of(kind)[name].insert(client);
}

void Pubsub::unsubscribe(Kind kind, const Bytes& name, uint64_t client) {
  const auto list = lists_of(kind).find(name);
  if (list == lists_of(kind).end()) return;
  list->second.erase(client);
  if (list->second.empty()) lists_of(kind).erase(list);
}

std::vector<Pubsub::Delivery> Pubsub::deliveries(BytesView channel) const {
  std::vector<Delivery> found;
  const Lists& channels = lists_of(Kind::kChannel);
  if (const auto list = channels.find(channel); list != channels.end()) {
    for (const uint64_t client : list->second) found.push_back({client, "", false});
  }
  for (const auto& [pattern, clients] : lists_of(Kind::kPattern)) {
    if (!glob_matches(pattern, channel)) continue;
    for (const uint64_t client : clients) found.push_back({client, pattern, true});
  }
  return found;
}

std::vector<Pubsub::Delivery> Pubsub::shard_deliveries(BytesView channel) const {
  std::vector<Delivery> found;
  const Lists& channels = lists_of(Kind::kShard);
  const auto list = channels.find(channel);
  if (list == channels.end()) return found;
  for (const uint64_t client : list->second) found.push_back({client, "", false});
  return found;
}

std::vector<Bytes> Pubsub::names(Kind kind, std::optional<BytesView> pattern) const {
  std::vector<Bytes> names;
  for (const auto& [name, clients] : lists_of(kind)) {
    if (!pattern || glob_matches(*pattern, name)) names.push_back(name);
  }
  return names;
}

size_t Pubsub::listener_count(Kind kind, BytesView name) const {
  const auto list = lists_of(kind).find(name);
  return list == lists_of(kind).end() ? 0 : list->second.size();
}

}  // namespace keemun::server
