// Members with their scores on the way out of a sorted set, in the order in which they are shown,
// and the two things that happen to them: they become a reply or another key.
#pragma once

#include <utility>
#include <vector>

#include "model/call.h"

namespace keemun::model {

using ScoredMember = std::pair<double, Bytes>;
using ScoredMembers = std::vector<ScoredMember>;

enum class Pairs : uint8_t {
  kFlat,    // member, score, member, score
  kNested,  // [member, score], [member, score]
};

// How most commands show scores: nested where the protocol has a type for them.
inline Pairs pairs_of(const Call& call) {
  return call.client.protocol == 3 ? Pairs::kNested : Pairs::kFlat;
}

inline ScoredMembers all_members(const ZSet* zset) {
  if (zset == nullptr) return {};
  return {zset->by_rank().begin(), zset->by_rank().end()};
}

// A sorted set does not keep the sign of a zero. (Redis forgets it where the set is small and
// keeps it where it is large; the order of members and all later sums are the same.)
inline void put_score(ZSet& zset, const Bytes& member, double score) {
  zset.put(member, score + 0.0);
}

inline Reply members_reply(const ScoredMembers& members) {
  Reply::Items items;
  for (const auto& [score, member] : members) items.push_back(Reply::bulk(member));
  return Reply::array(std::move(items));
}

inline Reply members_and_scores_reply(const ScoredMembers& members, Pairs pairs) {
  Reply::Items items;
  for (const auto& [score, member] : members) {
    if (pairs == Pairs::kNested) {
      items.push_back(Reply::array({Reply::bulk(member), Reply::number(score)}));
    } else {
      items.push_back(Reply::bulk(member));
      items.push_back(Reply::number(score));
    }
  }
  return Reply::array(std::move(items));
}

// Whatever the destination was is overwritten, its expiry too; an empty result deletes it.
inline Reply store(const Call& call, BytesView destination, const ScoredMembers& members) {
  if (!members.empty() || call.find_entry(destination) != nullptr) {
    ZSet zset;
    for (const auto& [score, member] : members) put_score(zset, member, score);
    call.database().put(destination, std::move(zset));
    call.changed(destination);
  }
  return Reply::integer(static_cast<int64_t>(members.size()));
}

}  // namespace keemun::model
