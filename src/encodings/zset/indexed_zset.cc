#include "encodings/zset/indexed_zset.h"

#include <algorithm>
#include <limits>

#include "encodings/sub_rows.h"
#include "encodings/zset/zset_rows.h"
#include "format/score.h"
#include "types/lex_walk.h"

namespace keemun::encodings {

using format::KeyRange;
using format::OrderedScore;
using ports::Row;
using ports::Stage;
using types::LexRange;
using types::LexWalk;
using types::RankRange;
using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;
using types::ScoreRange;
using types::Window;

namespace {

constexpr int64_t kAll = std::numeric_limits<int64_t>::max();

}  // namespace

void IndexedZSet::put(std::span<const ScoreChange> changes) {
  int64_t added = 0;
  put_member_rows(key_, changes);
  for (const ScoreChange& change : changes) {
    const OrderedScore score(change.score);
    key_.rows().put(key_.generation().score_key(score, change.member),
                    Bytes(format::score_row_value(change.score)), Stage::kPut);
    if (!change.old_score) {
      ++added;
      continue;
    }
    const OrderedScore old_score(*change.old_score);
    if (old_score == score) continue;  // the two zeros share a row
    key_.rows().erase(key_.generation().score_key(old_score, change.member), Stage::kStale);
  }
  if (added > 0) key_.grow(added);
}

void IndexedZSet::remove(std::span<const ScoredView> members) {
  if (members.empty()) return;
  erase_member_rows(key_, members);
  for (const ScoredView& member : members) {
    key_.rows().erase(key_.generation().score_key(OrderedScore(member.score), member.member),
                      Stage::kErase);
  }
  key_.shrink(static_cast<int64_t>(members.size()));
}

std::vector<std::optional<double>> IndexedZSet::scores(std::span<const BytesView> members) {
  return read_scores(key_, members);
}

int64_t IndexedZSet::size() {
  return key_.meta().count;
}

RowWalk IndexedZSet::walk_scores(bool is_reverse) const {
  return RowWalk(key_.rows(), key_.generation().all_score_rows(), is_reverse);
}

std::vector<ScoredMember> IndexedZSet::range_by_rank(RankRange ranks, bool is_reverse) {
  const int64_t behind = std::max<int64_t>(size() - ranks.first - ranks.count, 0);
  const bool from_far_end = behind < ranks.first;
  RowWalk walk = walk_scores(is_reverse != from_far_end);
  walk.skip(from_far_end ? behind : ranks.first);
  std::vector<ScoredMember> members = take_members(key_, walk, ranks.count, read_score_row);
  if (from_far_end) std::reverse(members.begin(), members.end());
  return members;
}

std::vector<ScoredMember> IndexedZSet::range_by_score(const ScoreRange& range, bool is_reverse,
                                                      Window window) {
  RowWalk walk(key_.rows(), key_.generation().score_rows(range.low, range.high), is_reverse);
  walk.skip(window.offset);
  return take_members(key_, walk, window.count, read_score_row);
}

std::vector<ScoredMember> IndexedZSet::range_by_lex(const LexRange& range, bool is_reverse,
                                                    Window window) {
  const auto ends_found = range.is_empty() ? std::nullopt : ends();
  if (!ends_found) return {};
  if (ends_found->have_one_score()) {
    RowWalk walk(key_.rows(), member_rows(key_, range), is_reverse);
    walk.skip(window.offset);
    return take_members(key_, walk, window.count, read_member_row);
  }
  std::vector<ScoredMember> members;
  walk_by_lex(*ends_found, LexWalk(range, is_reverse, window), is_reverse,
              [&](ScoredMember& member) { members.push_back(std::move(member)); });
  return members;
}

int64_t IndexedZSet::rank(ScoredView member, bool is_reverse) {
  const Bytes row = key_.generation().score_key(OrderedScore(member.score), member.member);
  KeyRange before = key_.generation().all_score_rows();
  if (is_reverse) {
    before.begin = format::row_after(row);
  } else {
    before.end = row;
  }
  return RowWalk(key_.rows(), std::move(before), is_reverse).skip(kAll);
}

int64_t IndexedZSet::count_by_score(const ScoreRange& range) {
  return RowWalk(key_.rows(), key_.generation().score_rows(range.low, range.high), false)
      .skip(kAll);
}

int64_t IndexedZSet::count_by_lex(const LexRange& range) {
  const auto ends_found = range.is_empty() ? std::nullopt : ends();
  if (!ends_found) return 0;
  if (ends_found->have_one_score())
    return RowWalk(key_.rows(), member_rows(key_, range), false).skip(kAll);
  int64_t count = 0;
  walk_by_lex(*ends_found, LexWalk(range, false, {}), false, [&](ScoredMember&) { ++count; });
  return count;
}

std::vector<ScoredMember> IndexedZSet::scan(const std::optional<Bytes>& after, size_t members_max) {
  return scan_scored_members(key_, after, members_max);
}

std::optional<Bytes> IndexedZSet::last_member() {
  return last_sub_row(key_);
}

std::optional<ScoredMember> IndexedZSet::end_member(bool is_reverse) const {
  const std::vector<Row> rows = walk_scores(is_reverse).next(1, false);
  return rows.empty() ? std::nullopt : std::optional(read_score_row(key_, rows.front()));
}

std::optional<IndexedZSet::Ends> IndexedZSet::ends() const {
  auto lowest = end_member(false);
  auto highest = end_member(true);
  if (!lowest || !highest) return std::nullopt;
  return Ends{std::move(*lowest), std::move(*highest)};
}

template <typename Take>
void IndexedZSet::walk_by_lex(const Ends& ends, LexWalk lex, bool is_reverse, Take take) const {
  const ScoredMember& first = is_reverse ? ends.highest : ends.lowest;
  const ScoredMember& last = is_reverse ? ends.lowest : ends.highest;
  if (!lex.may_hold(first.member, last.member)) return;
  RowWalk walk = walk_scores(is_reverse);
  while (!walk.at_end()) {
    for (const Row& row : walk.next(kAll, false)) {
      ScoredMember member = read_score_row(key_, row);
      switch (lex.step(member.member)) {
        case LexWalk::Step::kPass:
          break;
        case LexWalk::Step::kTake:
          take(member);
          break;
        case LexWalk::Step::kStop:
          return;
      }
    }
  }
}

}  // namespace keemun::encodings
