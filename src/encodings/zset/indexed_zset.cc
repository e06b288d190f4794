#include "encodings/zset/indexed_zset.h"

#include "encodings/sub_rows.h"
#include "encodings/zset/zset_rows.h"
#include "format/score.h"

namespace keemun::encodings {

using format::KeyRange;
using format::OrderedScore;
using ports::Stage;
using ports::WasThere;
using types::LexRange;
using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;
using types::ScoreRange;

void IndexedZSet::put(std::span<const ScoreChange> changes) {
  int64_t added = 0;
  put_member_rows(key_, changes);
  for (const ScoreChange& change : changes) {
    const OrderedScore score(change.score);
    std::optional<OrderedScore> old_score;
    if (change.old_score) old_score.emplace(*change.old_score);
    const bool is_same_row = old_score == score;  // the two zeros share one
    key_.rows().put(key_.generation().score_key(score, change.member),
                    Bytes(format::score_row_value(change.score)), Stage::kPut,
                    is_same_row ? WasThere::kYes : WasThere::kNo);
    if (!old_score) {
      ++added;
    } else if (!is_same_row) {
      key_.rows().erase(key_.generation().score_key(*old_score, change.member), Stage::kStale,
                        WasThere::kYes);
    }
  }
  if (added > 0) key_.grow(added);
}

void IndexedZSet::remove(std::span<const ScoredView> members) {
  if (members.empty()) return;
  erase_member_rows(key_, members);
  for (const ScoredView& member : members) {
    key_.rows().erase(key_.generation().score_key(OrderedScore(member.score), member.member),
                      Stage::kErase, WasThere::kYes);
  }
  key_.shrink(static_cast<int64_t>(members.size()));
}

std::vector<std::optional<double>> IndexedZSet::scores(std::span<const BytesView> members) {
  return read_scores(key_, members);
}

int64_t IndexedZSet::size() {
  return key_.meta().count;
}

std::vector<ScoredMember> IndexedZSet::scan(const std::optional<Bytes>& after, size_t members_max) {
  return scan_scored_members(key_, after, members_max);
}

std::optional<Bytes> IndexedZSet::last_member() {
  return last_sub_row(key_);
}

Bytes IndexedZSet::sort_row(ScoredView member) const {
  return key_.generation().score_key(OrderedScore(member.score), member.member);
}

KeyRange IndexedZSet::sort_rows() const {
  return key_.generation().all_score_rows();
}

KeyRange IndexedZSet::sort_rows(const ScoreRange& range) const {
  return key_.generation().score_rows(range.low, range.high);
}

ScoredMember IndexedZSet::read_sort_row(const ports::Row& row) const {
  return read_score_row(key_, row);
}

KeyRange IndexedZSet::named_rows(const LexRange& range) const {
  return member_rows(key_, range);
}

ScoredMember IndexedZSet::read_named_row(const ports::Row& row) const {
  return read_member_row(key_, row);
}

}  // namespace keemun::encodings
