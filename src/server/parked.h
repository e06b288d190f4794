// Clients that wait for keys to have something, in the order in which they began to wait.
#pragma once

#include <cstdint>
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
  // Those who wait for any key that has changed since the last call.
  std::vector<uint64_t> take_wakeable();

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
  std::map<uint64_t, uint64_t> wakeable_;  // by turn, the client
  uint64_t last_turn_ = 0;
};

}  // namespace keemun::server
