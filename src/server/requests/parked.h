// Clients that wait for keys to have something. Who began to wait for a key first is the first to
// be served from it; of several keys, the one that was added first serves first. Readers of a
// stream are served from any change of it, all others from a key that was not there before: what
// takes the place of another value is no news to them, nor to Redis.
//
// However many wait for a key, and for however many others, news of it cost no more than those
// whom it serves, and one more of each kind who is tried in vain, with this key alone: where there
// is nothing for him there is nothing for those behind him. Readers of a stream are tried each, for
// they take nothing from each other; but for those who read for the same group of consumers.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::server {

class Parked {
 public:
  bool empty() const { return clients_.empty(); }
  size_t size() const { return clients_.size(); }

  // What a client waits for: that one of the keys has something which commands of the group take.
  struct Wish {
    commands::Group group;
    size_t database = 0;
    std::vector<Bytes> keys;
    std::optional<Bytes> readers = {};  // the group of consumers that it reads for
  };
  // A deadline of 0 is none. The client is not parked yet.
  void park(uint64_t client, const Wish& wish, int64_t deadline_ms);
  void unpark(uint64_t client);

  bool is_awaited(size_t database, BytesView key) const;
  void added(size_t database, BytesView key, commands::Group group);
  void changed(size_t database, BytesView key) { added(database, key, commands::Group::kStream); }
  // All keys may have been: in the order of their names, as nobody knows which was first.
  void added_everywhere();

  // Tries to serve a client from a key of which there is news; unparks whom it serves. False: in
  // vain.
  using Serve = std::function<bool(uint64_t client, const Bytes& key)>;
  // Until nobody is left whom any news could serve.
  void serve(const Serve& serve);

  size_t deadline_count() const { return deadlines_.size(); }
  // The first deadline there is.
  std::optional<int64_t> next_deadline_ms() const;
  std::vector<uint64_t> overdue(int64_t now_ms) const;

 private:
  using Place = std::pair<size_t, Bytes>;
  // For whom there is the same to be had.
  struct Kind {
    commands::Group group;
    std::optional<Bytes> readers;
    auto operator<=>(const Kind&) const = default;
  };
  struct Client {
    uint64_t turn = 0;  // when it came
    Kind kind;
    std::vector<Place> places;
    int64_t deadline_ms = 0;
  };
  using Queue = std::map<uint64_t, uint64_t>;  // by turn, the client

  // Of the group, those who wait at the place.
  std::vector<Kind> kinds_at(const Place& place, commands::Group group) const;
  // The first of a queue whose turn comes after that one.
  const Queue::value_type* next(const Place& place, const Kind& kind, uint64_t after) const;
  void serve_from(const Place& place, const Kind& kind, const Serve& serve);

  std::map<uint64_t, Client> clients_;
  std::map<Place, std::map<Kind, Queue>> waiting_;
  std::set<std::pair<int64_t, uint64_t>> deadlines_;
  using News = std::pair<Place, commands::Group>;
  std::deque<News> news_;  // each once, as they came first
  std::set<News> is_news_;
  uint64_t last_turn_ = 0;
};

}  // namespace keemun::server
