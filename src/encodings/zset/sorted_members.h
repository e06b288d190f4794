// All members of a sorted set in memory and in order: answers a command where neither rows nor a
// Redis can answer it in order. Owns its members.
#pragma once

#include <cstdint>
#include <vector>

#include "types/zset_store.h"

namespace keemun::encodings {

class SortedMembers {
 public:
  // Distinct members, in any order.
  explicit SortedMembers(std::vector<types::ScoredMember> members);

  int64_t size() const { return static_cast<int64_t>(members_.size()); }

  // As in ZSetStore.
  std::vector<types::ScoredMember> range_by_rank(types::RankRange ranks, bool is_reverse) const;
  std::vector<types::ScoredMember> range_by_score(const types::ScoreRange& range, bool is_reverse,
                                                  types::Window window) const;
  std::vector<types::ScoredMember> range_by_lex(const types::LexRange& range, bool is_reverse,
                                                types::Window window) const;
  int64_t rank(types::ScoredView member, bool is_reverse) const;
  int64_t count_by_score(const types::ScoreRange& range) const;
  int64_t count_by_lex(const types::LexRange& range) const;

 private:
  // The ranks whose scores are in the range.
  types::RankRange ranks_of(const types::ScoreRange& range) const;

  std::vector<types::ScoredMember> members_;
};

// By (score, member).
void sort_members(std::vector<types::ScoredMember>& members);
// The part of `matching` ascending ranks that a window leaves, seen from the end asked for.
types::RankRange apply_window(types::RankRange matching, bool is_reverse, types::Window window);

}  // namespace keemun::encodings
