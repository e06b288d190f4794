// zset version 3: the index of members and scores stands in a Redis that never evicts, and nowhere
// else; the store holds the meta, without a count, and the index rows of long members. The store is
// only asked for rows by their keys, so it need not be able to scan.
//
// Ranks and ranges by score cost what they cost in Redis and, where equal scores must be put in
// order, the members that share them. Ranges by name and walks in member order load the index; so
// does any question about a set with changes that are not committed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "encodings/open_key.h"
#include "encodings/zset/redis_indexes.h"
#include "encodings/zset/redis_ranks.h"
#include "encodings/zset/sorted_members.h"
#include "types/zset_store.h"

namespace keemun::encodings {

class RedisStoredZSet final : public types::ZSetStore {
 public:
  // `name` is that of the index.
  RedisStoredZSet(OpenKey key, RedisIndexes& indexes, Bytes name);

  void put(std::span<const types::ScoreChange> changes) override;
  void remove(std::span<const types::ScoredView> members) override;

  std::vector<std::optional<double>> scores(std::span<const BytesView> members) override;
  int64_t size() override;

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
  // Every member in member order, loaded once.
  std::vector<types::ScoredMember> load_all() override;

 private:
  // Nothing is queued, so Redis can be asked.
  bool is_settled() const { return key_.exists() && !indexes_.has_pending(name_); }
  RedisIndexes::Replies ask(std::vector<ports::RedisCommand> commands);
  RedisRanks ranks();
  RedisIndexes::Change& change();
  // By index: what Redis holds, with what is queued laid over it.
  std::map<Bytes, double> load_index();
  std::vector<types::ScoredMember> load_members();
  SortedMembers load() { return SortedMembers(load_members()); }

  OpenKey key_;
  RedisIndexes& indexes_;
  const Bytes name_;
  const bool is_new_;
  RedisIndexes::Change* change_ = nullptr;  // once joined; owned by the unit
};

}  // namespace keemun::encodings
