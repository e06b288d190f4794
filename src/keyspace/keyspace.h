// The keys of one database, as one unit of work sees them: the only door through which a command
// reaches stored data.
//
// A key whose time has come is not there, whatever rows it still has. Opening a key costs one read
// of its meta, once in the life of the unit. Opened stores live no longer than the unit; of one key
// at most one store is open at a time, and changing the key by its name (erase, set_expiry,
// put_string) ends the life of its store.
//
// A key whose meta row does not decode answers "ERR corrupt ..." to every command; nothing is done
// to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "types/hash_store.h"
#include "types/key_type.h"
#include "types/list_store.h"
#include "types/set_store.h"
#include "types/stream_store.h"
#include "types/string_store.h"
#include "types/zset_store.h"

namespace keemun::keyspace {

inline constexpr int64_t kNoExpiry = -1;

enum class Create : uint8_t { kNo, kYes };

struct KeyInfo {
  types::KeyType type = types::KeyType::kString;
  int64_t expire_at_ms = kNoExpiry;
};

struct KeyPage {
  struct Item {
    Bytes key;
    KeyInfo info;
  };
  std::vector<Item> items;
  std::optional<Bytes> next;  // where the following page begins; none after the last
};

// How often a key that was asked for by its name was there.
struct Lookups {
  int64_t hits = 0;
  int64_t misses = 0;
};

class Keyspace {
 public:
  virtual ~Keyspace() = default;

  const Lookups& lookups() const { return lookups_; }
  // Whether lookups count from now on; says whether they did.
  bool count_lookups(bool counts) { return std::exchange(counts_lookups_, counts); }
  // The names of those that were not there, as long as somebody wants them.
  void keep_misses(bool keeps) { keeps_misses_ = keeps; }
  const std::vector<Bytes>& missed() const { return missed_; }
  // Keys that had expired and whose place this unit has given to others, or cleared.
  const std::vector<Bytes>& ousted() const { return ousted_; }

  virtual int64_t now_ms() const = 0;

  // Throw WRONGTYPE when the key holds something else. Null when it is not there and Create::kNo;
  // with Create::kYes the store is empty and makes the key with its first element.
  virtual std::unique_ptr<types::StringStore> string(BytesView key, Create create) = 0;
  virtual std::unique_ptr<types::HashStore> hash(BytesView key, Create create) = 0;
  virtual std::unique_ptr<types::SetStore> set(BytesView key, Create create) = 0;
  virtual std::unique_ptr<types::ZSetStore> zset(BytesView key, Create create) = 0;
  virtual std::unique_ptr<types::ListStore> list(BytesView key, Create create) = 0;
  virtual std::unique_ptr<types::StreamStore> stream(BytesView key, Create create) = 0;

  virtual std::optional<KeyInfo> find(BytesView key) = 0;
  // False when it was not there.
  virtual bool erase(BytesView key) = 0;
  // Overwrites whatever the key holds.
  virtual void put_string(BytesView key, BytesView value, int64_t expire_at_ms) = 0;
  // The key is there; kNoExpiry makes it stay.
  virtual void set_expiry(BytesView key, int64_t expire_at_ms) = 0;

  // Live keys in the order of their rows, up to keys_max of them behind `from` (from the first when
  // there is none). The effort of one call is bounded, so a page may hold fewer keys, even none,
  // before the last.
  KeyPage scan(const std::optional<Bytes>& from, size_t keys_max) {
    return scan_prefix(BytesView(), from, keys_max);
  }
  // The same of keys that begin with `prefix`. Where they do not stand side by side, others are
  // among them.
  virtual KeyPage scan_prefix(BytesView prefix, const std::optional<Bytes>& from,
                              size_t keys_max) = 0;
  // Some key, or none when there is none. As even as a bounded effort allows: every key has its
  // chance, and among few keys they are equal.
  virtual std::optional<Bytes> any_key(uint64_t draw) = 0;
  virtual void flush() = 0;

 protected:
  // Who looks at a key twice in a row means it once.
  void count_lookup(BytesView key, bool is_hit) {
    if (!counts_lookups_ || key == looked_up_) return;
    looked_up_ = key;
    ++(is_hit ? lookups_.hits : lookups_.misses);
    if (keeps_misses_ && !is_hit) missed_.emplace_back(key);
  }
  void oust(BytesView key) { ousted_.emplace_back(key); }

 private:
  Lookups lookups_;
  bool counts_lookups_ = false;
  bool keeps_misses_ = false;
  std::vector<Bytes> missed_;
  std::vector<Bytes> ousted_;
  std::optional<Bytes> looked_up_;
};

// While it lives, lookups count: a command that changes keys has asked for others, or for the same
// one, to see what is there.
class CountedLookups {
 public:
  explicit CountedLookups(Keyspace& keys)
      : keys_(keys), counted_before_(keys.count_lookups(true)) {}
  ~CountedLookups() { keys_.count_lookups(counted_before_); }
  CountedLookups(const CountedLookups&) = delete;
  CountedLookups& operator=(const CountedLookups&) = delete;

 private:
  Keyspace& keys_;
  const bool counted_before_;
};

}  // namespace keemun::keyspace
