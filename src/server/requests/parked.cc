#include "server/requests/parked.h"

namespace keemun::server {

void Parked::park(uint64_t client, const Wish& wish, int64_t deadline_ms) {
  Client parked = {++last_turn_, {wish.group, wish.readers}, {}, deadline_ms};
  for (const Bytes& key : wish.keys) {
    Place place(wish.database, key);
    waiting_[place][parked.kind].emplace(parked.turn, client);
    parked.places.push_back(std::move(place));
  }
  if (deadline_ms != 0) deadlines_.emplace(deadline_ms, client);
  clients_.emplace(client, std::move(parked));
}

void Parked::unpark(uint64_t client) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  const Client& parked = found->second;
  for (const Place& place : parked.places) {
    const auto queues = waiting_.find(place);
    if (queues == waiting_.end()) continue;  // a key that was named twice
    Queue& queue = queues->second[parked.kind];
    queue.erase(parked.turn);
    if (queue.empty()) queues->second.erase(parked.kind);
    if (queues->second.empty()) waiting_.erase(queues);
  }
  deadlines_.erase({parked.deadline_ms, client});
  clients_.erase(found);
}

bool Parked::is_awaited(size_t database, BytesView key) const {
  return !clients_.empty() && waiting_.contains(Place(database, key));
}

void Parked::added(size_t database, BytesView key, commands::Group group) {
  if (clients_.empty()) return;
  News news(Place(database, key), group);
  if (kinds_at(news.first, group).empty()) return;
  if (is_news_.insert(news).second) news_.push_back(std::move(news));
}

void Parked::added_everywhere() {
  for (const auto& [place, queues] : waiting_) {
    for (const auto& [kind, queue] : queues) added(place.first, place.second, kind.group);
  }
}

std::vector<Parked::Kind> Parked::kinds_at(const Place& place, commands::Group group) const {
  std::vector<Kind> kinds;
  const auto queues = waiting_.find(place);
  if (queues == waiting_.end()) return kinds;
  for (auto at = queues->second.lower_bound({group, std::nullopt});
       at != queues->second.end() && at->first.group == group; ++at) {
    kinds.push_back(at->first);
  }
  return kinds;
}

const Parked::Queue::value_type* Parked::next(const Place& place, const Kind& kind,
                                              uint64_t after) const {
  const auto queues = waiting_.find(place);
  if (queues == waiting_.end()) return nullptr;
  const auto queue = queues->second.find(kind);
  if (queue == queues->second.end()) return nullptr;
  const auto found = queue->second.upper_bound(after);
  return found == queue->second.end() ? nullptr : &*found;
}

void Parked::serve(const Serve& serve) {
  while (!news_.empty()) {
    const auto [place, group] = std::move(news_.front());
    news_.pop_front();
    is_news_.erase({place, group});
    for (const Kind& kind : kinds_at(place, group)) serve_from(place, kind, serve);
  }
}

// Whoever is served may be unparked, and make others so: the queue is looked up anew each time.
void Parked::serve_from(const Place& place, const Kind& kind, const Serve& serve) {
  const bool reads_alone = kind.group == commands::Group::kStream && !kind.readers;
  uint64_t turn = 0;
  while (const Queue::value_type* waiting = next(place, kind, turn)) {
    turn = waiting->first;
    const bool is_served = serve(waiting->second, place.second);
    // What one reads of a stream another may have read already, or be served as well.
    if (!is_served && !reads_alone) return;
  }
}

std::optional<int64_t> Parked::next_deadline_ms() const {
  if (deadlines_.empty()) return std::nullopt;
  return deadlines_.begin()->first;
}

std::vector<uint64_t> Parked::overdue(int64_t now_ms) const {
  std::vector<uint64_t> clients;
  for (const auto& [deadline_ms, client] : deadlines_) {
    if (deadline_ms > now_ms) break;
    clients.push_back(client);
  }
  return clients;
}

}  // namespace keemun::server
