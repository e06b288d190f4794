// Client-side caching: who has which keys in a cache of his own, and what is to be said of changes.
// What is said, and to whom, is sent by tracking_news.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"

namespace keemun::server {

// What one client has asked for with CLIENT TRACKING.
struct Tracking {
  enum class Mode : uint8_t {
    kOff,
    kEveryRead,  // of what it reads
    kOptIn,      // of what it reads after CLIENT CACHING YES
    kOptOut,     // of what it reads but after CLIENT CACHING NO
    kBroadcast,  // of what begins with one of its prefixes
  };
  Mode mode = Mode::kOff;
  bool skips_own = false;      // NOLOOP
  bool is_excepted = false;    // CLIENT CACHING was said for the next command
  uint64_t redirected_to = 0;  // 0: nobody else is told
  bool has_lost_target = false;
  std::set<Bytes> prefixes;

  bool is_on() const { return mode != Mode::kOff; }
  // As clients are told: the number of who is told instead, or 0; -1 where nothing is on.
  int64_t redirection() const { return is_on() ? static_cast<int64_t>(redirected_to) : -1; }
  // Whether what the client reads now is remembered.
  bool takes_reads() const {
    if (mode == Mode::kOptIn) return is_excepted;
    if (mode == Mode::kOptOut) return !is_excepted;
    return mode == Mode::kEveryRead;
  }
};

// Keys are the same in all databases, as in Redis.
class TrackingTable {
 public:
  using Clients = std::set<uint64_t>;

  // Keys are strangers': they are found by a hash with this secret.
  explicit TrackingTable(const TableHash& hash) : readers_(0, hash) {}

  void started(uint64_t client);
  // What it has read is known on: it may start again, with what it has in its cache.
  void stopped() { --tracking_clients_; }
  void forget(uint64_t client);
  bool is_in_use() const { return tracking_clients_ > 0 || !readers_.empty(); }

  void note_read(BytesView key, uint64_t client);
  void add_prefix(const Bytes& prefix, uint64_t client);
  void remove_prefix(const Bytes& prefix, uint64_t client);

  // By a client, or by nobody (0). What its scripts change is nobody's to those who listen for
  // prefixes: in Redis a script has a client of its own, which alone counts there.
  void changed(BytesView key, uint64_t client, bool is_of_script = false);
  void all_changed();
  // Keys beyond so many are forgotten, as if they had changed.
  void keep_at_most(size_t key_count);

  // What is to be said. A key is remembered again when it is read again.
  struct Change {
    Bytes key;
    uint64_t changed_by = 0;
    Clients readers;
    bool is_of_all = false;  // keys
  };
  struct Broadcast {
    Clients listeners;
    std::map<Bytes, uint64_t> keys;  // and who alone has changed them, 0 where that were several
  };
  bool has_changes() const { return have_all_changed_ || !changes_.empty(); }
  bool take_all_changed() { return std::exchange(have_all_changed_, false); }
  std::vector<Change> take_changes() { return std::exchange(changes_, {}); }
  // To be said later.
  void put_back(Change change) { changes_.push_back(std::move(change)); }
  std::vector<Broadcast> take_broadcasts();

  int64_t client_count() const { return tracking_clients_; }
  size_t key_count() const { return readers_.size(); }
  size_t item_count() const { return item_count_; }
  size_t prefix_count() const { return broadcasts_.size(); }

 private:
  using Readers = std::unordered_map<Bytes, Clients, TableHash, std::equal_to<>>;  // order not seen

  void tell_readers(Readers::iterator place, uint64_t changed_by);
  void add_to_broadcasts(BytesView key, uint64_t changed_by);

  Readers readers_;
  size_t item_count_ = 0;
  std::map<Bytes, Broadcast, std::less<>> broadcasts_;  // by prefix
  std::map<size_t, size_t> prefix_lengths_;             // and how many prefixes are so long
  std::set<Bytes> changed_prefixes_;                    // those with keys
  std::vector<Change> changes_;
  bool have_all_changed_ = false;
  int64_t tracking_clients_ = 0;
  Clients ever_started_;  // of those that are there
};

}  // namespace keemun::server
