// One numbered database: keys to entries, and how often each key was touched. The caller says what
// time it is; an entry whose time has come is not there, whoever asks.
#pragma once

#include <cstdint>
#include <map>

#include "model/value.h"

namespace keemun::model {

class Database {
 public:
  using Entries = std::map<Bytes, Entry, std::less<>>;

  // Null when absent or expired (an expired entry is dropped on the way).
  Entry* find(BytesView key, int64_t now_ms);
  // Overwrites whatever was there, expiry included.
  Entry& put(BytesView key, Value value, int64_t expire_at_ms = kNoExpiry);
  bool erase(BytesView key);
  void clear();
  void drop_expired(int64_t now_ms);

  // Live and expired: whoever walks them asks each, or drops the expired ones first.
  const Entries& entries() const { return entries_; }

  // What WATCH compares: grows each time a command says that it changed the key.
  void touch(BytesView key);
  uint64_t revision(BytesView key) const;

  void swap(Database& other);

 private:
  Entries entries_;
  std::map<Bytes, uint64_t, std::less<>> revisions_;
  uint64_t last_revision_ = 0;
};

}  // namespace keemun::model
