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
  wakeable_.erase(found->second.turn);
  clients_.erase(found);
}

void Parked::changed(size_t database, BytesView key) {
  if (clients_.empty()) return;
  const auto list = waiting_.find(Place(database, Bytes(key)));
  if (list != waiting_.end()) wakeable_.insert(list->second.begin(), list->second.end());
}

void Parked::changed_everywhere() {
  for (const auto& [id, parked] : clients_) wakeable_.emplace(parked.turn, id);
}

std::vector<uint64_t> Parked::take_wakeable() {
  std::vector<uint64_t> clients;
  for (const auto& [turn, client] : std::exchange(wakeable_, {})) clients.push_back(client);
  return clients;
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
