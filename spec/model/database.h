// One numbered database: keys to entries, and how often watched keys were touched. The caller says
// what time it is; an entry whose time has come is not there, whoever asks.
#pragma once

#include <cstdint>
#include <map>

#include "model/value.h"

namespace keemun::model {

// Of a watched key.
struct Revision {
  uint64_t changes = 0;
  uint64_t doubts = 0;
};

class Database {
 public:
  using Entries = std::map<Bytes, Entry, std::less<>>;

  // Null when absent or expired (an expired entry is dropped on the way).
  Entry* find(BytesView key, int64_t now_ms);
  // The same question without dropping anything.
  bool holds(BytesView key, int64_t now_ms) const;
  // Overwrites whatever was there, expiry included.
  Entry& put(BytesView key, Value value, int64_t expire_at_ms = kNoExpiry);
  bool erase(BytesView key);
  // Every key that was there has changed then; expired ones were not there.
  void clear(int64_t now_ms);

  // Live and expired: whoever walks them asks each.
  const Entries& entries() const { return entries_; }
  // One of them; null when absent.
  const Entry* stored(BytesView key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : &found->second;
  }

  // What WATCH compares: grows each time a command says that it changed the key. Counted from the
  // first watch() on: most keys are never watched, and databases are copied all the time.
  Revision watch(BytesView key);
  Revision revision(BytesView key) const;
  void touch(BytesView key);
  // A command may have changed it, for all that a server knows that has not read it.
  void doubt(BytesView key);

  // Every key of either side has changed on both sides then.
  void swap(Database& other, int64_t now_ms);

 private:
  void touch_all(const Entries& entries, int64_t now_ms);

  Entries entries_;
  std::map<Bytes, Revision, std::less<>> revisions_;
};

}  // namespace keemun::model
