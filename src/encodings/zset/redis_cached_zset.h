// zset versions 1 and 2: member rows in the store and the number of members in the meta; the order
// of scores is asked of a copy of the whole sorted set in Redis.
//
//   version 1   the copy holds members
//   version 2   the copy holds member indexes, and long members have index rows
//
// A copy that is missing is made again from the member rows. Where there can be none (no Redis, one
// that does not answer, a set too large to be copied, changes that are not committed) a question
// about order reads all member rows and sorts them in memory; so does every range by name.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/cache/cached_collection.h"
#include "encodings/open_key.h"
#include "encodings/zset/redis_ranks.h"
#include "encodings/zset/sorted_members.h"
#include "types/zset_store.h"

namespace keemun::encodings {

class RedisCachedZSet final : public types::ZSetStore {
 public:
  // No `copies`: no Redis.
  RedisCachedZSet(OpenKey key, MemberNames names, std::optional<CachedCollection> copies)
      : key_(std::move(key)), names_(names), copies_(std::move(copies)) {}

  void put(std::span<const types::ScoreChange> changes) override;
  void remove(std::span<const types::ScoredView> members) override;

  std::vector<std::optional<double>> scores(std::span<const BytesView> members) override;
  int64_t size() override { return key_.meta().count; }
  std::optional<int64_t> size_if_known() override { return size(); }

  std::vector<types::ScoredMember> range_by_rank(types::RankRange ranks, bool is_reverse) override;
  std::vector<types::ScoredMember> range_by_score(const types::ScoreRange& range, bool is_reverse,
                                                  types::Window window) override;
  std::vector<types::ScoredMember> range_by_lex(const types::LexRange& range, bool is_reverse,
                                                types::Window window) override;
  int64_t rank(types::ScoredView member, bool is_reverse) override;
  int64_t count_by_score(const types::ScoreRange& range) override;
  int64_t count_by_lex(const types::LexRange& range) override;

  std::vector<types::ScoredMember> scan(const std::optional<Bytes>& after,
                                        size_t members_max) override;
  std::optional<Bytes> last_member() override;

 private:
  bool may_have_copy() const;
  // The copy, asked as a whole: answers only when it is there.
  RedisRanks copy();
  // All members, from their rows; leaves a copy if it can.
  SortedMembers load();
  void make_copy(std::span<const types::ScoredMember> members);

  OpenKey key_;
  const MemberNames names_;
  std::optional<CachedCollection> copies_;
};

}  // namespace keemun::encodings
