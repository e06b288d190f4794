// The rows of one key of the ardb family, in the ordered form: their names, the runs that they
// make, and what stands in them. spec/encodings/ardb.md, "Rows".
//
//   meta          01 00
//   hash field    04 01  string field           set member   08 01  string member
//   list element  06 01  number index           zset score   0B 01  string member
//   zset sort     0A 02  double score, string member
//   of a stream   0D, 0E: ardb.md § 5.1
//
// Holds what the rows have in common, so that each costs one allocation; owns its bytes.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/number_text.h"
#include "format/ardb_element.h"
#include "format/ardb_key.h"
#include "format/key_generation.h"
#include "format/key_range.h"

namespace keemun::format {

class ArdbRows {
 public:
  ArdbRows(BytesView namespace_name, BytesView key);

  Bytes meta_row() const { return head(ArdbType::kMeta, 0); }
  KeyRange all_rows() const { return rows_with_prefix(stem_); }

  // Fields of a hash, members of a set, members of a zset in the order of names.
  Bytes named_row(ArdbType type, BytesView name) const;
  KeyRange named_rows(ArdbType type) const;
  KeyRange named_rows(ArdbType type, const MemberBound& low, const MemberBound& high) const;
  std::optional<Bytes> name_of(BytesView named_row) const;

  // Elements of a list: an index is an int or a double.
  Bytes element_row(const ArdbElement& index) const;
  KeyRange element_rows() const;
  std::optional<ArdbElement> index_of(BytesView element_row) const;

  // Members of a zset in the order of scores.
  struct Sorted {
    double score = 0;
    Bytes member;
  };
  Bytes sort_row(double score, BytesView member) const;
  KeyRange sort_rows() const;
  KeyRange sort_rows(const ScoreBound& low, const ScoreBound& high) const;
  std::optional<Sorted> sorted_of(BytesView sort_row) const;

  // Rows of any kind, by their elements: one; those with so many of which these are the first.
  Bytes row(ArdbType type, const ArdbElements& elements) const;
  KeyRange rows(ArdbType type, uint8_t element_count, const ArdbElements& first_ones) const;
  // None: it does not decode, or has another number of them.
  std::optional<ArdbElements> elements_of(BytesView row, uint8_t element_count) const;

 private:
  Bytes head(ArdbType type, uint8_t element_count) const;
  Bytes score_head(double score) const;
  Bytes named_edge(ArdbType type, const MemberBound& bound, bool is_behind) const;

  Bytes stem_;
};

}  // namespace keemun::format
