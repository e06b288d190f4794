// Who listens to which channel. A client's own lists stand in Client; this is the way from a
// channel to its listeners.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/bytes.h"

namespace keemun::server {

class Pubsub {
 public:
  enum class Kind : uint8_t { kChannel, kPattern, kShard };
  using Listeners = std::set<uint64_t>;  // clients by number

  void subscribe(Kind kind, const Bytes& name, uint64_t client);
  void unsubscribe(Kind kind, const Bytes& name, uint64_t client);

  struct Delivery {
    uint64_t client = 0;
    Bytes pattern;  // that matched; empty where the client listens to the channel itself
    bool by_pattern = false;
  };
  // In the order in which they are to be told: the channel's listeners, then each pattern's.
  std::vector<Delivery> deliveries(BytesView channel) const;
  std::vector<Delivery> shard_deliveries(BytesView channel) const;

  // Names with listeners that match `pattern`; all of them without one ("*" does not match "").
  std::vector<Bytes> names(Kind kind, std::optional<BytesView> pattern) const;
  size_t listener_count(Kind kind, BytesView name) const;
  size_t pattern_count() const { return lists_[1].size(); }
  size_t channel_count() const { return lists_[0].size(); }
  size_t shard_channel_count() const { return lists_[2].size(); }

 private:
  using Lists = std::map<Bytes, Listeners, std::less<>>;

  Lists& lists_of(Kind kind) { return lists_[static_cast<size_t>(kind)]; }
  const Lists& lists_of(Kind kind) const { return lists_[static_cast<size_t>(kind)]; }

  Lists lists_[3];
};

}  // namespace keemun::server
