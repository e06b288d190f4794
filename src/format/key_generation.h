// The rows of one incarnation of one key: every row key below its meta.
//
//   stem = [P(slot)] ?# ns [MD5(key)[0..8)] int32(len(key)) key int64(version)
//
//   sub row    s#   stem member        hash field, set or zset member
//              s#   stem position      list element
//   score row  k#   stem score member
//   index row  i#   stem index
//
// Made by KeyLayout::generation(). Holds the stem, so that each row key costs one allocation and no
// digest; owns its bytes and needs neither layout nor key afterwards.
#pragma once

#include <cstddef>
#include <utility>

#include "base/bytes.h"
#include "base/number_text.h"
#include "format/key_range.h"
#include "format/list_position.h"
#include "format/member_index.h"
#include "format/score.h"

namespace keemun::format {

// The letter that a row begins with; '#' follows. On disk.
enum class RowFamily : char { kMeta = 'm', kSub = 's', kScore = 'k', kIndex = 'i' };

// One end of a run of members.
struct MemberBound {
  enum class Kind { kLowest, kHighest, kInclusive, kExclusive };

  Kind kind = Kind::kLowest;
  BytesView member;  // of kInclusive and kExclusive
};

class KeyGeneration {
 public:
  // `stem` begins, after `family_at` bytes, with a family letter; which one does not matter.
  KeyGeneration(Bytes stem, size_t family_at) : stem_(std::move(stem)), family_at_(family_at) {}

  Bytes sub_key(BytesView member) const;
  Bytes list_key(ListPosition position) const;
  Bytes score_key(const OrderedScore& score, BytesView member) const;
  Bytes index_key(const MemberIndex& index) const;  // only members that are not inline have one

  Bytes sub_prefix() const { return prefix(RowFamily::kSub); }
  Bytes score_prefix() const { return prefix(RowFamily::kScore); }
  Bytes index_prefix() const { return prefix(RowFamily::kIndex); }

  // Where the member starts in a sub row, and the score in a score row, of this generation.
  size_t stem_bytes() const { return stem_.size(); }

  KeyRange all_sub_rows() const { return rows_with_prefix(sub_prefix()); }
  KeyRange all_score_rows() const { return rows_with_prefix(score_prefix()); }
  KeyRange all_index_rows() const { return rows_with_prefix(index_prefix()); }

  // Runs; empty where low stands above high.
  KeyRange sub_rows(const MemberBound& low, const MemberBound& high) const;
  KeyRange list_rows(ListPosition first, ListPosition end) const;  // end excluded
  KeyRange score_rows(const ScoreBound& low, const ScoreBound& high) const;

 private:
  Bytes prefix(RowFamily family) const;
  Bytes row(RowFamily family, BytesView head, BytesView tail = {}) const;
  Bytes sub_edge(const MemberBound& bound, bool is_behind) const;

  Bytes stem_;
  size_t family_at_;
};

}  // namespace keemun::format
