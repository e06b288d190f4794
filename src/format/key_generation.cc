#include "format/key_generation.h"

#include "base/check.h"
#include "base/joined.h"

namespace keemun::format {

Bytes KeyGeneration::sub_key(BytesView member) const {
  return row(RowFamily::kSub, member);
}

Bytes KeyGeneration::list_key(ListPosition position) const {
  const auto bytes = position.bytes();
  return row(RowFamily::kSub, BytesView(bytes.data(), bytes.size()));
}

Bytes KeyGeneration::score_key(const OrderedScore& score, BytesView member) const {
  return row(RowFamily::kScore, score.bytes(), member);
}

Bytes KeyGeneration::index_key(const MemberIndex& index) const {
  CHECK(!index.is_inline());
  return row(RowFamily::kIndex, index.bytes());
}

KeyRange KeyGeneration::sub_rows(const MemberBound& low, const MemberBound& high) const {
  return rows_between(sub_edge(low, /*is_behind=*/low.kind == MemberBound::Kind::kExclusive),
                      sub_edge(high, /*is_behind=*/high.kind == MemberBound::Kind::kInclusive));
}

KeyRange KeyGeneration::list_rows(ListPosition first, ListPosition end) const {
  return rows_between(list_key(first), list_key(end));
}

KeyRange KeyGeneration::score_rows(const ScoreBound& low, const ScoreBound& high) const {
  KeyRange at_low = rows_with_prefix(score_key(OrderedScore(low.value), {}));
  KeyRange at_high = rows_with_prefix(score_key(OrderedScore(high.value), {}));
  return rows_between(std::move(low.exclusive ? at_low.end : at_low.begin),
                      std::move(high.exclusive ? at_high.begin : at_high.end));
}

Bytes KeyGeneration::prefix(RowFamily family) const {
  return row(family, {});
}

Bytes KeyGeneration::row(RowFamily family, BytesView head, BytesView tail) const {
  Bytes row = joined(stem_, head, tail);
  row[family_at_] = static_cast<char>(family);
  return row;
}

// The border before or behind the row of the bound's member.
Bytes KeyGeneration::sub_edge(const MemberBound& bound, bool is_behind) const {
  switch (bound.kind) {
    case MemberBound::Kind::kLowest:
      return sub_prefix();
    case MemberBound::Kind::kHighest:
      return all_sub_rows().end;
    case MemberBound::Kind::kInclusive:
    case MemberBound::Kind::kExclusive:
      break;
  }
  return is_behind ? row_after(sub_key(bound.member)) : sub_key(bound.member);
}

}  // namespace keemun::format
