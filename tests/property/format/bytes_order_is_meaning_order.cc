// Law: the order of the bytes is the order of what they mean, and a run of rows holds exactly the
// rows whose meaning lies in the run.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>

#include "generators.h"

namespace keemun::format {
namespace {

KeyGeneration draw_rows() {
  return draw_layout().generation(draw_bytes(), draw_version());
}

MemberBound draw_member_bound(const Bytes& member) {
  using Kind = MemberBound::Kind;
  const auto kind =
      *rc::gen::element(Kind::kLowest, Kind::kHighest, Kind::kInclusive, Kind::kExclusive);
  return {kind, member};
}

bool is_above(BytesView member, const MemberBound& low) {
  switch (low.kind) {
    case MemberBound::Kind::kLowest:
      return true;
    case MemberBound::Kind::kHighest:
      return false;
    case MemberBound::Kind::kInclusive:
      return member >= low.member;
    case MemberBound::Kind::kExclusive:
      return member > low.member;
  }
  return false;
}

bool is_below(BytesView member, const MemberBound& high) {
  switch (high.kind) {
    case MemberBound::Kind::kLowest:
      return false;
    case MemberBound::Kind::kHighest:
      return true;
    case MemberBound::Kind::kInclusive:
      return member <= high.member;
    case MemberBound::Kind::kExclusive:
      return member < high.member;
  }
  return false;
}

RC_GTEST_PROP(BytesOrder, ScoreRowsSortByScoreThenMember, ()) {
  const KeyGeneration rows = draw_rows();
  const double a = draw_score();
  const double b = *rc::gen::element(a, draw_score());
  const Bytes first = draw_bytes();
  const Bytes second = draw_bytes();
  const bool is_before = std::tie(a, first) < std::tie(b, second);
  RC_ASSERT((rows.score_key(OrderedScore(a), first) < rows.score_key(OrderedScore(b), second)) ==
            is_before);
  RC_ASSERT((OrderedScore(a) < OrderedScore(b)) == (a < b));
}

RC_GTEST_PROP(BytesOrder, ScoreRunsHoldExactlyTheirScores, ()) {
  const KeyGeneration rows = draw_rows();
  const double score = draw_score();
  const ScoreBound low{*rc::gen::element(score, draw_score()), *rc::gen::arbitrary<bool>()};
  const ScoreBound high{*rc::gen::element(score, draw_score()), *rc::gen::arbitrary<bool>()};
  const bool is_inside = (low.exclusive ? score > low.value : score >= low.value) &&
                         (high.exclusive ? score < high.value : score <= high.value);
  const KeyRange run = rows.score_rows(low, high);
  RC_ASSERT(run.begin <= run.end);
  RC_ASSERT(run.contains(rows.score_key(OrderedScore(score), draw_bytes())) == is_inside);
}

RC_GTEST_PROP(BytesOrder, MemberRunsHoldExactlyTheirMembers, ()) {
  const KeyGeneration rows = draw_rows();
  const Bytes member = draw_bytes();
  const Bytes low_member = *rc::gen::element(member, member.substr(0, 1), draw_bytes());
  const Bytes high_member = *rc::gen::element(member, member + Bytes(1, '\0'), draw_bytes());
  const MemberBound low = draw_member_bound(low_member);
  const MemberBound high = draw_member_bound(high_member);
  const KeyRange run = rows.sub_rows(low, high);
  RC_ASSERT(run.begin <= run.end);
  RC_ASSERT(run.contains(rows.sub_key(member)) ==
            (is_above(member, low) && is_below(member, high)));
}

RC_GTEST_PROP(BytesOrder, ListRowsSortByPosition, ()) {
  const KeyGeneration rows = draw_rows();
  const ListPosition a(draw_int64());
  const ListPosition b(draw_int64());
  const ListPosition between(draw_int64());
  RC_ASSERT((rows.list_key(a) < rows.list_key(b)) == (a < b));
  RC_ASSERT(rows.list_rows(a, b).contains(rows.list_key(between)) == (a <= between && between < b));
}

RC_GTEST_PROP(BytesOrder, GenerationsOfOneKeySortByVersion, ()) {
  const KeyLayout layout = draw_layout();
  const Bytes key = draw_bytes();
  const KeyVersion a = draw_version();
  const KeyVersion b = draw_version();
  RC_ASSERT((layout.generation(key, a).sub_prefix() < layout.generation(key, b).sub_prefix()) ==
            (a < b));
}

RC_GTEST_PROP(BytesOrder, NothingStandsBetweenARowAndTheOneAfterIt, ()) {
  const Bytes row = draw_bytes();
  const Bytes other = *rc::gen::element(row + Bytes(1, '\0') + draw_bytes(), draw_bytes());
  RC_ASSERT(row < row_after(row));
  RC_ASSERT(!(row < other && other < row_after(row)));
}

}  // namespace
}  // namespace keemun::format
