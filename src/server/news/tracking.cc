#include "server/news/tracking.h"

namespace keemun::server {

void TrackingTable::started(uint64_t client) {
  ++tracking_clients_;
  ever_started_.insert(client);
}

void TrackingTable::forget(uint64_t client) {
  if (ever_started_.erase(client) == 0 || !ever_started_.empty()) return;
  readers_.clear();  // nobody is left who would hear of them
  item_count_ = 0;
}

void TrackingTable::note_read(BytesView key, uint64_t client) {
  auto place = readers_.find(key);
  if (place == readers_.end()) place = readers_.emplace(Bytes(key), Clients()).first;
  if (place->second.insert(client).second) ++item_count_;
}

void TrackingTable::add_prefix(const Bytes& prefix, uint64_t client) {
  const auto [place, is_new] = broadcasts_.try_emplace(prefix);
  if (is_new) ++prefix_lengths_[prefix.size()];
  place->second.listeners.insert(client);
}

void TrackingTable::remove_prefix(const Bytes& prefix, uint64_t client) {
  const auto place = broadcasts_.find(prefix);
  if (place == broadcasts_.end()) return;
  place->second.listeners.erase(client);
  if (!place->second.listeners.empty()) return;
  broadcasts_.erase(place);
  changed_prefixes_.erase(prefix);
  const auto as_long = prefix_lengths_.find(prefix.size());
  if (--as_long->second == 0) prefix_lengths_.erase(as_long);
}

void TrackingTable::changed(BytesView key, uint64_t client, bool is_of_script) {
  add_to_broadcasts(key, is_of_script ? 0 : client);
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

// There are many prefixes and few lengths: each length has at most one that the key begins with.
void TrackingTable::add_to_broadcasts(BytesView key, uint64_t changed_by) {
  for (const auto& [length, count] : prefix_lengths_) {
    if (length > key.size()) break;
    const auto place = broadcasts_.find(key.substr(0, length));
    if (place == broadcasts_.end()) continue;
    if (place->second.keys.empty()) changed_prefixes_.insert(place->first);
    const auto [changed, is_new] = place->second.keys.try_emplace(Bytes(key), changed_by);
    if (!is_new && changed->second != changed_by) changed->second = 0;
  }
}

std::vector<TrackingTable::Broadcast> TrackingTable::take_broadcasts() {
  std::vector<Broadcast> all;
  for (const Bytes& prefix : std::exchange(changed_prefixes_, {})) {
    Broadcast& broadcast = broadcasts_.find(prefix)->second;
    all.push_back({broadcast.listeners, std::exchange(broadcast.keys, {})});
  }
  return all;
}

}  // namespace keemun::server
