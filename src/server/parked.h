// Clients that wait for keys to have something. Who began to wait for a key first is the first to
// be served from it; of several keys, the one that changed first serves first.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace keemun::server {

class Parked {
 public:
  bool empty() const { return clients_.empty(); }
  size_t size() const { return clients_.size(); }

  // A deadline of 0 is none. The client is not parked yet.
  void park(uint64_t client, size_t database, const std::vector<Bytes>& keys, int64_t deadline_ms);
  void unpark(uint64_t client);

  void changed(size_t database, BytesView key);
  // All keys may have.
  void changed_everywhere();
  struct Woken {
    Bytes key;
    std::vector<uint64_t> clients;
  };
  // The next key that has changed, and those who wait for it.
  std::optional<Woken> take_woken();

  // The first deadline there is.
  std::optional<int64_t> next_deadline_ms() const;
  std::vector<uint64_t> overdue(int64_t now_ms) const;

 private:
  using Place = std::pair<size_t, Bytes>;
  struct Client {
    uint64_t turn = 0;  // when it came
    std::vector<Place> places;
    int64_t deadline_ms = 0;
  };

  std::map<uint64_t, Client> clients_;
  std::map<Place, std::map<uint64_t, uint64_t>> waiting_;  // by turn, the client
  std::set<std::pair<int64_t, uint64_t>> deadlines_;
  std::deque<Place> changed_;  // each once, as they changed first
  std::set<Place> is_changed_;
  uint64_t last_turn_ = 0;
};

}  // namespace keemun::server
