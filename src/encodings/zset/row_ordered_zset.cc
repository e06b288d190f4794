#include "encodings/zset/row_ordered_zset.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace keemun::encodings {

using format::KeyRange;
using ports::Row;
using types::LexRange;
using types::LexWalk;
using types::RankRange;
using types::ScoredMember;
using types::ScoredView;
using types::ScoreRange;
using types::Window;

namespace {

constexpr int64_t kAll = std::numeric_limits<int64_t>::max();

}  // namespace

RowWalk RowOrderedZSet::walk(KeyRange range, bool is_reverse) const {
  return RowWalk(rows(), std::move(range), is_reverse);
}

RowOrderedZSet::Page RowOrderedZSet::next_by_score(RowWalk& walk, int64_t rows_max) {
  const std::vector<Row> rows = walk.next(rows_max, ports::Values::kWhole);
  Page members;
  members.reserve(rows.size());
  for (const Row& row : rows) members.push_back(read_sort_row(row));
  if (!may_be_torn_ || members.empty()) return members;
  std::vector<BytesView> names;
  names.reserve(members.size());
  for (const ScoredMember& member : members) names.emplace_back(member.member);
  const auto by_name = scores(names);
  Page true_ones;
  for (size_t i = 0; i < members.size(); ++i) {
    if (by_name[i] == members[i].score) true_ones.push_back(std::move(members[i]));
  }
  return true_ones;
}

RowOrderedZSet::Page RowOrderedZSet::next_by_name(RowWalk& walk, int64_t rows_max) {
  Page members;
  for (const Row& row : walk.next(rows_max, ports::Values::kWhole))
    members.push_back(read_named_row(row));
  return members;
}

int64_t RowOrderedZSet::pass(RowWalk& by_score, int64_t members_max) {
  if (!may_be_torn_) return by_score.skip(members_max);
  int64_t passed = 0;
  while (passed < members_max && !by_score.at_end()) {
    passed += static_cast<int64_t>(next_by_score(by_score, members_max - passed).size());
  }
  return passed;
}

RowOrderedZSet::Page RowOrderedZSet::take(RowWalk& walk, int64_t members_max, Next next) {
  Page members;
  while (!walk.at_end()) {
    const int64_t left = members_max - static_cast<int64_t>(members.size());
    if (left <= 0) break;
    Page page = (this->*next)(walk, left);
    if (members.empty()) {
      members = std::move(page);
    } else {
      std::move(page.begin(), page.end(), std::back_inserter(members));
    }
  }
  return members;
}

std::vector<ScoredMember> RowOrderedZSet::range_by_rank(RankRange ranks, bool is_reverse) {
  const int64_t behind = std::max<int64_t>(size() - ranks.first - ranks.count, 0);
  const bool from_far_end = behind < ranks.first && !may_be_torn_;  // the count may be too high
  RowWalk by_score = walk(sort_rows(), is_reverse != from_far_end);
  pass(by_score, from_far_end ? behind : ranks.first);
  auto members = take(by_score, ranks.count, &RowOrderedZSet::next_by_score);
  if (from_far_end) std::reverse(members.begin(), members.end());
  return members;
}

std::vector<ScoredMember> RowOrderedZSet::range_by_score(const ScoreRange& range, bool is_reverse,
                                                         Window window) {
  RowWalk by_score = walk(sort_rows(range), is_reverse);
  pass(by_score, window.offset);
  return take(by_score, window.count, &RowOrderedZSet::next_by_score);
}

std::vector<ScoredMember> RowOrderedZSet::range_by_lex(const LexRange& range, bool is_reverse,
                                                       Window window) {
  const auto ends_found = range.is_empty() ? std::nullopt : ends();
  if (!ends_found) return {};
  if (ends_found->have_one_score()) {
    RowWalk by_name = walk(named_rows(range), is_reverse);
    by_name.skip(window.offset);
    return take(by_name, window.count, &RowOrderedZSet::next_by_name);
  }
  std::vector<ScoredMember> members;
  walk_by_lex(*ends_found, LexWalk(range, is_reverse, window), is_reverse,
              [&](ScoredMember& member) { members.push_back(std::move(member)); });
  return members;
}

std::optional<std::vector<Bytes>> RowOrderedZSet::members_at(std::span<const uint64_t> ranks) {
  if (may_be_torn_) return std::nullopt;
  auto members = keys_at(rows(), sort_rows(), ranks);
  if (!members) return std::nullopt;
  for (Bytes& member : *members) member = read_sort_row({std::move(member), {}}).member;
  return members;
}

int64_t RowOrderedZSet::rank(ScoredView member, bool is_reverse) {
  Bytes row = sort_row(member);
  KeyRange before = sort_rows();
  if (is_reverse) {
    before.begin = format::row_after(std::move(row));
  } else {
    before.end = std::move(row);
  }
  RowWalk by_score = walk(std::move(before), is_reverse);
  return pass(by_score, kAll);
}

int64_t RowOrderedZSet::count_by_score(const ScoreRange& range) {
  RowWalk by_score = walk(sort_rows(range), false);
  return pass(by_score, kAll);
}

int64_t RowOrderedZSet::count_by_lex(const LexRange& range) {
  const auto ends_found = range.is_empty() ? std::nullopt : ends();
  if (!ends_found) return 0;
  if (ends_found->have_one_score()) return walk(named_rows(range), false).skip(kAll);
  int64_t count = 0;
  walk_by_lex(*ends_found, LexWalk(range, false, {}), false, [&](ScoredMember&) { ++count; });
  return count;
}

std::optional<ScoredMember> RowOrderedZSet::end_member(bool is_reverse) {
  RowWalk by_score = walk(sort_rows(), is_reverse);
  Page found = take(by_score, 1, &RowOrderedZSet::next_by_score);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::optional<RowOrderedZSet::Ends> RowOrderedZSet::ends() {
  auto lowest = end_member(false);
  auto highest = end_member(true);
  if (!lowest || !highest) return std::nullopt;
  return Ends{std::move(*lowest), std::move(*highest)};
}

template <typename Take>
void RowOrderedZSet::walk_by_lex(const Ends& ends, LexWalk lex, bool is_reverse, Take take) {
  const ScoredMember& first = is_reverse ? ends.highest : ends.lowest;
  const ScoredMember& last = is_reverse ? ends.lowest : ends.highest;
  if (!lex.may_hold(first.member, last.member)) return;
  RowWalk by_score = walk(sort_rows(), is_reverse);
  while (!by_score.at_end()) {
    for (ScoredMember& member : next_by_score(by_score, kAll)) {
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
