#include "server/parked.h"

namespace keemun::server {

void Parked::park(uint64_t client, size_t database, const std::vector<Bytes>& keys,
                  int64_t deadline_ms) {
  Client parked;
  parked.turn = ++last_turn_;
  parked.deadline_ms = deadline_ms;
  for (const Bytes& key : keys) {
    Place place(database, key);
    waiting_[place].emplace(parked.turn, client);
    parked.places.push_back(std::move(place));
  }
  if (deadline_ms != 0) deadlines_.emplace(deadline_ms, client);
  clients_.emplace(client, std::move(parked));
}

void Parked::unpark(uint64_t client) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  for (const Place& place : found->second.places) {
    const auto list = waiting_.find(place);
    if (list == waiting_.end()) continue;  // a key that was named twice
    list->second.erase(found->second.turn);
    if (list->second.empty()) waiting_.erase(list);
  }
  deadlines_.erase({found->second.deadline_ms, client});
  clients_.erase(found);
}

void Parked::changed(size_t database, BytesView key) {
  if (clients_.empty()) return;
  Place place(database, Bytes(key));
  if (waiting_.contains(place) && is_changed_.insert(place).second) {
    changed_.push_back(std::move(place));
  }
}

void Parked::changed_everywhere() {
  for (const auto& [place, list] : waiting_) changed(place.first, place.second);
}

std::optional<Parked::Woken> Parked::take_woken() {
  while (!changed_.empty()) {
    const Place place = std::move(changed_.front());
    changed_.pop_front();
    is_changed_.erase(place);
    const auto list = waiting_.find(place);
    if (list == waiting_.end()) continue;  // they have been served, or have left
    Woken woken = {place.second, {}};
    for (const auto& [turn, client] : list->second) woken.clients.push_back(client);
    return woken;
  }
  return std::nullopt;
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
