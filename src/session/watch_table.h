// Who watches which keys. A change of a key is told here once it is committed; a session learns at
// its EXEC whether any of its keys was changed.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace keemun::session {

// What one session watches.
class Watcher {
 public:
  bool is_dirty() const { return is_dirty_; }

  struct Watched {
    bool existed = false;  // expiry counts as a change of a key that was there
  };
  using Keys = std::map<std::pair<size_t, Bytes>, Watched>;
  const Keys& keys() const { return keys_; }

 private:
  friend class WatchTable;
  Keys keys_;
  bool is_dirty_ = false;
};

class WatchTable {
 public:
  void watch(Watcher& watcher, size_t database, BytesView key, bool exists);
  // Forgets every key of the watcher, which is clean again. Before a watcher is destroyed.
  void unwatch(Watcher& watcher);

  void changed(size_t database, BytesView key);
  // Nobody knows what has changed.
  void all_changed();
  std::vector<Bytes> watched_keys(size_t database) const;

 private:
  std::map<std::pair<size_t, Bytes>, std::set<Watcher*>> watchers_;
};

}  // namespace keemun::session
