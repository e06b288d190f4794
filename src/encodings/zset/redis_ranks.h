// Asks a sorted set in Redis for ranks and ranges. Where Redis holds indexes instead of members it
// orders equal scores by index; here they are fetched whole and put in the order of members, so
// what an answer costs grows with the number of members that share its outermost scores.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "encodings/open_key.h"
#include "encodings/zset/index_rows.h"
#include "ports/cache_redis.h"
#include "resp/reply.h"
#include "types/zset_store.h"

namespace keemun::encodings {

class RedisRanks {
 public:
  using Replies = std::vector<resp::Reply>;
  // Sends commands about the one sorted set. None: it cannot be asked, and so cannot the ranks.
  using Ask = std::function<std::optional<Replies>(std::vector<ports::RedisCommand>)>;

  // `name` is what commands call the set. `key` outlives this.
  RedisRanks(const OpenKey& key, Bytes name, MemberNames names, Ask ask)
      : key_(key), name_(std::move(name)), names_(names), ask_(std::move(ask)) {}

  // As in ZSetStore; `size` is the number of members.
  std::optional<std::vector<types::ScoredMember>> range_by_rank(types::RankRange ranks,
                                                                bool is_reverse, int64_t size);
  std::optional<std::vector<types::ScoredMember>> range_by_score(const types::ScoreRange& range,
                                                                 bool is_reverse,
                                                                 types::Window window);
  std::optional<int64_t> rank(types::ScoredView member, bool is_reverse);
  std::optional<int64_t> count_by_score(const types::ScoreRange& range);

 private:
  // Ascending ranks.
  std::optional<std::vector<types::ScoredMember>> ascending(types::RankRange ranks);

  const OpenKey& key_;
  const Bytes name_;
  const MemberNames names_;
  const Ask ask_;
};

// Members as WITHSCORES answers them, under the names that Redis has for them.
std::vector<types::ScoredMember> read_scored(const resp::Reply& reply);
// Throws where Redis answers no score.
double read_redis_score(const resp::Reply& reply);

}  // namespace keemun::encodings
