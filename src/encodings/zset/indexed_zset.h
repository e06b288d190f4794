// zset version 0: for each member a member row (its score as text) and a score row (its score in
// the key, in the order of scores); the number of members in the meta. Needs nothing but the store.
//
// A range by score begins at its bound. A range by rank counts from the nearer end, a
// rank from the end that is asked for, in pages of keys: both cost as much as what lies before. A
// range by name begins at its bound only where all scores are equal, which two rows tell.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/open_key.h"
#include "encodings/zset/row_walk.h"
#include "types/lex_walk.h"
#include "types/zset_store.h"

namespace keemun::encodings {

class IndexedZSet final : public types::ZSetStore {
 public:
  explicit IndexedZSet(OpenKey key) : key_(std::move(key)) {}

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

 private:
  // The members of lowest and of highest score.
  struct Ends {
    types::ScoredMember lowest;
    types::ScoredMember highest;

    bool have_one_score() const { return lowest.score == highest.score; }
  };

  RowWalk walk_scores(bool is_reverse) const;
  // The first member from the end asked for; none in an empty set.
  std::optional<types::ScoredMember> end_member(bool is_reverse) const;
  std::optional<Ends> ends() const;
  // The members of a range by name where scores differ, one by one.
  template <typename Take>
  void walk_by_lex(const Ends& ends, types::LexWalk lex, bool is_reverse, Take take) const;

  OpenKey key_;
};

}  // namespace keemun::encodings
