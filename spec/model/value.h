// What a key can hold, in the plainest containers that know the order Redis shows: the
// specification of every encoding. An empty collection does not exist: its key is erased.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.h"

namespace keemun::model {

using String = Bytes;
using Hash = std::map<Bytes, Bytes, std::less<>>;
using Set = std::set<Bytes, std::less<>>;
using List = std::deque<Bytes>;

// Members by (score, member). Both views always hold the same pairs.
class ZSet {
 public:
  using Ranked = std::set<std::pair<double, Bytes>>;

  size_t size() const { return score_of_.size(); }
  bool empty() const { return score_of_.empty(); }

  std::optional<double> score(BytesView member) const {
    const auto found = score_of_.find(member);
    return found == score_of_.end() ? std::nullopt : std::optional<double>(found->second);
  }
  // Adds the member or moves it to its new score.
  void put(const Bytes& member, double score) {
    erase(member);
    score_of_.emplace(member, score);
    ranked_.emplace(score, member);
  }
  bool erase(BytesView member) {
    const auto found = score_of_.find(member);
    if (found == score_of_.end()) return false;
    ranked_.erase({found->second, found->first});
    score_of_.erase(found);
    return true;
  }

  const std::map<Bytes, double, std::less<>>& by_member() const { return score_of_; }
  const Ranked& by_rank() const { return ranked_; }

  friend bool operator==(const ZSet& a, const ZSet& b) { return a.score_of_ == b.score_of_; }

 private:
  std::map<Bytes, double, std::less<>> score_of_;
  Ranked ranked_;
};

// Entries by id. One without entries is a stream, too.
struct Stream {
  using Id = std::pair<uint64_t, uint64_t>;  // milliseconds and number

  struct Pending {
    Bytes consumer;
    int64_t delivered_at_ms = 0;
    int64_t deliveries = 1;
    friend bool operator==(const Pending&, const Pending&) = default;
  };
  struct Group {
    Id last_delivered;
    int64_t entries_read = -1;  // not known
    std::map<Id, Pending> pending;
    std::map<Bytes, int64_t, std::less<>> seen_at_ms;  // of each consumer
    friend bool operator==(const Group&, const Group&) = default;
  };

  std::map<Id, std::vector<Bytes>> entries;
  Id last_id;
  Id greatest_deleted;
  uint64_t entries_added = 0;
  std::map<Bytes, Group, std::less<>> groups;

  bool empty() const { return false; }
  friend bool operator==(const Stream&, const Stream&) = default;
};

using Value = std::variant<String, Hash, Set, ZSet, List, Stream>;

// As the TYPE command says it.
BytesView type_name(const Value& value);

inline constexpr int64_t kNoExpiry = -1;

struct Entry {
  Value value;
  int64_t expire_at_ms = kNoExpiry;

  bool expired(int64_t now_ms) const { return expire_at_ms != kNoExpiry && expire_at_ms < now_ms; }
};

}  // namespace keemun::model
