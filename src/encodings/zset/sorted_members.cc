#include "encodings/zset/sorted_members.h"

#include <algorithm>
#include <utility>

#include "types/lex_walk.h"

namespace keemun::encodings {

using types::LexRange;
using types::LexWalk;
using types::RankRange;
using types::ScoredMember;
using types::ScoredView;
using types::ScoreRange;
using types::Window;

void sort_members(std::vector<ScoredMember>& members) {
  std::sort(members.begin(), members.end(), [](const ScoredMember& a, const ScoredMember& b) {
    return a.score != b.score ? a.score < b.score : a.member < b.member;
  });
}

RankRange apply_window(RankRange matching, bool is_reverse, Window window) {
  if (window.offset >= matching.count) return {};
  const int64_t taken = std::min(window.count, matching.count - window.offset);
  const int64_t skipped = is_reverse ? matching.count - window.offset - taken : window.offset;
  return {matching.first + skipped, taken};
}

SortedMembers::SortedMembers(std::vector<ScoredMember> members) : members_(std::move(members)) {
  sort_members(members_);
}

// Ranks come from a count that may be too high: what a torn batch has left.
std::vector<ScoredMember> SortedMembers::range_by_rank(RankRange ranks, bool is_reverse) const {
  ranks.first = std::min(ranks.first, size());
  ranks.count = std::min(ranks.count, size() - ranks.first);
  if (!is_reverse) {
    const auto first = members_.begin() + ranks.first;
    return {first, first + ranks.count};
  }
  const auto first = members_.rbegin() + ranks.first;
  return {first, first + ranks.count};
}

RankRange SortedMembers::ranks_of(const ScoreRange& range) const {
  const auto first = std::partition_point(
      members_.begin(), members_.end(),
      [&](const ScoredMember& member) { return range.is_below_low(member.score); });
  const auto end = std::partition_point(first, members_.end(), [&](const ScoredMember& member) {
    return !range.is_above_high(member.score);
  });
  return {first - members_.begin(), end - first};
}

std::vector<ScoredMember> SortedMembers::range_by_score(const ScoreRange& range, bool is_reverse,
                                                        Window window) const {
  RankRange ranks = apply_window(ranks_of(range), is_reverse, window);
  if (is_reverse) ranks.first = size() - ranks.first - ranks.count;
  return range_by_rank(ranks, is_reverse);
}

std::vector<ScoredMember> SortedMembers::range_by_lex(const LexRange& range, bool is_reverse,
                                                      Window window) const {
  std::vector<ScoredMember> taken;
  if (range.is_empty() || members_.empty()) return taken;
  const ScoredMember& low = members_.front();
  const ScoredMember& high = members_.back();
  LexWalk walk(range, is_reverse, window);
  const bool may_hold =
      is_reverse ? walk.may_hold(high.member, low.member) : walk.may_hold(low.member, high.member);
  if (!may_hold) return taken;
  for (int64_t i = 0; i < size(); ++i) {
    const ScoredMember& member = members_[static_cast<size_t>(is_reverse ? size() - 1 - i : i)];
    const LexWalk::Step step = walk.step(member.member);
    if (step == LexWalk::Step::kStop) break;
    if (step == LexWalk::Step::kTake) taken.push_back(member);
  }
  return taken;
}

int64_t SortedMembers::rank(ScoredView member, bool is_reverse) const {
  const auto found =
      std::partition_point(members_.begin(), members_.end(), [&](const ScoredMember& other) {
        return other.score != member.score ? other.score < member.score
                                           : other.member < member.member;
      });
  const int64_t rank = found - members_.begin();
  return is_reverse ? size() - 1 - rank : rank;
}

int64_t SortedMembers::count_by_score(const ScoreRange& range) const {
  return ranks_of(range).count;
}

int64_t SortedMembers::count_by_lex(const LexRange& range) const {
  return static_cast<int64_t>(range_by_lex(range, false, {}).size());
}

}  // namespace keemun::encodings
