#include "session/watch_table.h"

namespace keemun::session {

void WatchTable::watch(Watcher& watcher, size_t database, BytesView key, bool exists) {
  const auto [place, is_new] =
      watcher.keys_.try_emplace({database, Bytes(key)}, Watcher::Watched{exists});
  if (is_new) watchers_[place->first].insert(&watcher);
}

void WatchTable::unwatch(Watcher& watcher) {
  for (const auto& [place, watched] : watcher.keys_) {
    const auto found = watchers_.find(place);
    found->second.erase(&watcher);
    if (found->second.empty()) watchers_.erase(found);
  }
  watcher.keys_.clear();
  watcher.is_dirty_ = false;
}

void WatchTable::changed(size_t database, BytesView key) {
  if (watchers_.empty()) return;
  const auto found = watchers_.find({database, Bytes(key)});
  if (found == watchers_.end()) return;
  for (Watcher* watcher : found->second) watcher->is_dirty_ = true;
}

void WatchTable::all_changed() {
  for (const auto& [place, watchers] : watchers_) {
    for (Watcher* watcher : watchers) watcher->is_dirty_ = true;
  }
}

std::vector<Bytes> WatchTable::watched_keys(size_t database) const {
  std::vector<Bytes> keys;
  for (auto place = watchers_.lower_bound({database, Bytes()});
       place != watchers_.end() && place->first.first == database; ++place) {
    keys.push_back(place->first.second);
  }
  return keys;
}

}  // namespace keemun::session
