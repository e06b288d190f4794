#include "encodings/zset/zset_rows.h"

#include <utility>

#include "encodings/corrupt_key.h"
#include "encodings/sub_rows.h"
#include "encodings/zset/member_bound.h"
#include "format/score.h"

namespace keemun::encodings {

using format::OrderedScore;
using format::ScoreText;
using ports::Row;
using ports::Stage;
using ports::WasThere;
using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;

namespace {

[[noreturn]] void throw_corrupt_row(const OpenKey& key, BytesView member, BytesView kind) {
  key.throw_corrupt("the " + Bytes(kind) + " row of member '" + shown_bytes(member) +
                    "' holds no score");
}

double score_of_text(const OpenKey& key, BytesView member, BytesView text) {
  const std::optional<double> score = ScoreText::decode(text);
  if (!score) throw_corrupt_row(key, member, "member");
  return *score;
}

}  // namespace

void put_member_rows(const OpenKey& key, std::span<const ScoreChange> changes) {
  for (const ScoreChange& change : changes) {
    key.rows().put(key.generation().sub_key(change.member), Bytes(ScoreText(change.score).bytes()),
                   Stage::kPut, change.old_score ? WasThere::kYes : WasThere::kNo);
  }
}

void erase_member_rows(const OpenKey& key, std::span<const ScoredView> members) {
  for (const ScoredView& member : members) {
    key.rows().erase(key.generation().sub_key(member.member), Stage::kErase, WasThere::kYes);
  }
}

std::vector<std::optional<double>> read_scores(const OpenKey& key,
                                               std::span<const BytesView> members) {
  const std::vector<std::optional<Bytes>> texts = read_sub_rows(key, members);
  std::vector<std::optional<double>> scores(members.size());
  for (size_t i = 0; i < members.size(); ++i) {
    if (texts[i]) scores[i] = score_of_text(key, members[i], *texts[i]);
  }
  return scores;
}

std::vector<ScoredMember> scan_scored_members(const OpenKey& key, const std::optional<Bytes>& after,
                                              size_t members_max) {
  std::vector<Row> rows = scan_sub_rows(key, after, members_max, ports::Values::kWhole);
  std::vector<ScoredMember> members;
  members.reserve(rows.size());
  for (Row& row : rows) {
    const double score = score_of_text(key, row.key, row.value);
    members.push_back({std::move(row.key), score});
  }
  return members;
}

format::KeyRange member_rows(const OpenKey& key, const types::LexRange& range) {
  return key.generation().sub_rows(bound_of(range.low), bound_of(range.high));
}

ScoredMember read_member_row(const OpenKey& key, const Row& row) {
  Bytes member = row.key.substr(key.generation().stem_bytes());
  const double score = score_of_text(key, member, row.value);
  return {std::move(member), score};
}

ScoredMember read_score_row(const OpenKey& key, const Row& row) {
  const BytesView rest = BytesView(row.key).substr(key.generation().stem_bytes());
  const auto ordered = OrderedScore::decode(rest.substr(0, OrderedScore::kBytes));
  if (!ordered) throw_corrupt_row(key, rest, "score");
  const BytesView member = rest.substr(OrderedScore::kBytes);
  const auto score = format::score_of_row(*ordered, row.value);
  if (!score) throw_corrupt_row(key, member, "score");
  return {Bytes(member), *score};
}

}  // namespace keemun::encodings
