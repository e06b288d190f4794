#include "encodings/ardb/ardb_zset.h"

#include <cmath>

#include "encodings/ardb/named_rows.h"
#include "encodings/zset/member_bound.h"

namespace keemun::encodings {

using format::ArdbType;
using format::KeyRange;
using ports::Stage;
using ports::WasThere;
using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;

void ArdbZSet::put(std::span<const ScoreChange> changes) {
  int64_t added = 0;
  for (const ScoreChange& change : changes) {
    const double score = change.score + 0.0;  // one zero
    const bool is_same_row = change.old_score == score;
    if (!change.old_score) {
      ++added;
    } else if (!is_same_row) {
      key_.rows().erase(sort_row({change.member, *change.old_score}), Stage::kStale,
                        WasThere::kYes);
    }
    put_named_row(key_, change.member, {.type = ArdbType::kZSetScore, .elements = {score}},
                  change.old_score ? WasThere::kYes : WasThere::kNo);
    key_.rows().put(sort_row({change.member, score}),
                    format::encode_ardb_value({.type = ArdbType::kZSetSort}), Stage::kPut,
                    is_same_row ? WasThere::kYes : WasThere::kNo);
  }
  if (added > 0) key_.resize(added);
}

void ArdbZSet::remove(std::span<const ScoredView> members) {
  if (members.empty()) return;
  for (const ScoredView& member : members) {
    erase_named_row(key_, ArdbType::kZSetScore, member.member, WasThere::kYes);
    key_.rows().erase(sort_row(member), Stage::kErase, WasThere::kYes);
  }
  key_.resize(-static_cast<int64_t>(members.size()));
}

double ArdbZSet::score_of(BytesView row_value) const {
  const double score = std::get<double>(element_of_row(key_, ArdbType::kZSetScore, row_value));
  if (std::isnan(score)) key_.throw_corrupt("a score is not a number");
  return score;
}

std::vector<std::optional<double>> ArdbZSet::scores(std::span<const BytesView> members) {
  std::vector<std::optional<double>> scores;
  scores.reserve(members.size());
  for (const auto& row : read_named_rows(key_, ArdbType::kZSetScore, members)) {
    scores.push_back(row ? std::optional(score_of(*row)) : std::nullopt);
  }
  return scores;
}

std::vector<ScoredMember> ArdbZSet::scan(const std::optional<Bytes>& after, size_t members_max) {
  std::vector<ScoredMember> members;
  for (NamedRow& row : scan_named_rows(key_, ArdbType::kZSetScore, {after, members_max})) {
    members.push_back({std::move(row.name), score_of(row.value)});
  }
  return members;
}

std::optional<Bytes> ArdbZSet::last_member() {
  return last_name(key_, ArdbType::kZSetScore);
}

Bytes ArdbZSet::sort_row(ScoredView member) const {
  return key_.names().sort_row(member.score, member.member);
}

KeyRange ArdbZSet::sort_rows() const {
  return key_.names().sort_rows();
}

KeyRange ArdbZSet::sort_rows(const types::ScoreRange& range) const {
  return key_.names().sort_rows(range.low, range.high);
}

ScoredMember ArdbZSet::read_sort_row(const ports::Row& row) const {
  auto sorted = key_.names().sorted_of(row.key);
  if (!sorted) key_.throw_corrupt("a sort row does not decode");
  return {std::move(sorted->member), sorted->score};
}

KeyRange ArdbZSet::named_rows(const types::LexRange& range) const {
  return key_.names().named_rows(ArdbType::kZSetScore, bound_of(range.low), bound_of(range.high));
}

ScoredMember ArdbZSet::read_named_row(const ports::Row& row) const {
  auto name = key_.names().name_of(row.key);
  if (!name) key_.throw_corrupt("a row has no name");
  return {*std::move(name), score_of(row.value)};
}

}  // namespace keemun::encodings
