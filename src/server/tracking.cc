#include "server/tracking.h"

namespace keemun::server {

void TrackingTable::stopped() {
  if (--tracking_clients_ > 0) return;
  readers_.clear();  // nobody is left who would hear of them
  item_count_ = 0;
}

void TrackingTable::has_read(BytesView key, uint64_t client) {
  auto place = readers_.find(key);
  if (place == readers_.end()) place = readers_.emplace(Bytes(key), Clients()).first;
  if (place->second.insert(client).second) ++item_count_;
}

void TrackingTable::add_prefix(const Bytes& prefix, uint64_t client) {
  broadcasts_[prefix].listeners.insert(client);
}

void TrackingTable::remove_prefix(const Bytes& prefix, uint64_t client) {
  const auto place = broadcasts_.find(prefix);
  if (place == broadcasts_.end()) return;
  place->second.listeners.erase(client);
  if (place->second.listeners.empty()) broadcasts_.erase(place);
}

void TrackingTable::changed(BytesView key, uint64_t client) {
  for (auto& [prefix, broadcast] : broadcasts_) {
    if (!key.starts_with(prefix)) continue;
    broadcast.keys[Bytes(key)] = client;
    has_broadcasts_ = true;
  }
  const auto place = readers_.find(key);
  if (place != readers_.end()) tell_readers(place, client);
}

void TrackingTable::all_changed() {
  if (!is_in_use()) return;
  have_all_changed_ = true;
  readers_.clear();
  item_count_ = 0;
}

void TrackingTable::keep_at_most(size_t key_count) {
  while (readers_.size() > key_count) tell_readers(readers_.begin(), 0);
}

void TrackingTable::tell_readers(Readers::iterator place, uint64_t changed_by) {
  item_count_ -= place->second.size();
  auto taken = readers_.extract(place);
  changes_.push_back({std::move(taken.key()), changed_by, std::move(taken.mapped())});
}

std::vector<TrackingTable::Broadcast> TrackingTable::take_broadcasts() {
  std::vector<Broadcast> all;
  if (!std::exchange(has_broadcasts_, false)) return all;
  for (auto& [prefix, broadcast] : broadcasts_) {
    if (broadcast.keys.empty()) continue;
    all.push_back({broadcast.listeners, std::exchange(broadcast.keys, {})});
  }
  return all;
}

}  // namespace keemun::server
