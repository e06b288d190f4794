// Laws of the ardb family: the ordered form's bytes sort as is meant, the comparator differs from
// that only where its defects are, both forms are read back as written, and readers take nothing
// else.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ardb_generators.h"
#include "format/ardb_order.h"
#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/expiry_index.h"
#include "generators.h"

namespace keemun::format {
namespace {

int sign(std::strong_ordering order) {
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

// A key beside the drawn one, so that all that differs may be the last element.
ArdbKey draw_neighbour(ArdbKey key) {
  if (key.elements.empty() || *rc::gen::inRange(0, 4) == 0) return draw_ardb_key();
  key.elements.back() = draw_ardb_element_near(key.elements.back());
  return key;
}

// Whether the comparator sees two elements as they are meant: none of its defects shows.
bool is_compared_well(const ArdbElement& a, const ArdbElement& b) {
  const auto* a_int = std::get_if<int64_t>(&a);
  const auto* b_int = std::get_if<int64_t>(&b);
  if (a_int != nullptr && b_int != nullptr) {
    int64_t difference = 0;
    return !__builtin_sub_overflow(*a_int, *b_int, &difference);
  }
  if ((a_int == nullptr) == (b_int == nullptr)) return true;
  if (!is_ardb_number(a) || !is_ardb_number(b)) return true;
  const int64_t integer = a_int != nullptr ? *a_int : *b_int;
  const double number = std::get<double>(a_int != nullptr ? b : a);
  return static_cast<double>(integer) != number;
}

RC_GTEST_PROP(ArdbOrder, OrderedFormSortsAsIsMeant, ()) {
  const ArdbKey a = draw_ardb_key();
  const ArdbKey b = draw_neighbour(a);
  const auto bytes = encode_ordered_ardb_key(a) <=> encode_ordered_ardb_key(b);
  RC_ASSERT(sign(bytes) == sign(ardb_order(a, b)));
  RC_ASSERT(sign(ardb_order(b, a)) == -sign(ardb_order(a, b)));
}

RC_GTEST_PROP(ArdbOrder, ComparatorIsAsMeantButForItsDefects, ()) {
  const ArdbElement a = draw_ardb_element();
  const ArdbElement b = draw_ardb_element_near(a);
  RC_PRE(is_compared_well(a, b));
  RC_ASSERT(ardb_comparison(a, b) == sign(ardb_order(a, b)));
  const ArdbKey first{"n", "k", ArdbType::kHashField, {a}};
  const ArdbKey second{"n", "k", ArdbType::kHashField, {b}};
  RC_ASSERT(ardb_comparison(first, second) == sign(ardb_order(first, second)));
}

TEST(ArdbOrder, ComparatorHasTheDefectsThatAreNamed) {
  const auto compare = [](const ArdbElement& a, const ArdbElement& b) {
    return ardb_comparison(a, b);
  };
  constexpr int64_t k53 = int64_t{1} << 53;
  EXPECT_EQ(compare(int64_t{-9223372036854775807}, int64_t{5}), 1);
  EXPECT_EQ(compare(int64_t{-5}, int64_t{9223372036854775807}), 1);
  EXPECT_EQ(compare(k53 + 1, 0x1p53), 0);
  EXPECT_EQ(compare(k53, 0x1p53), 0);
  EXPECT_EQ(compare(k53, k53 + 1), -1);
  EXPECT_EQ(compare(std::nan(""), 1.0), 0);
  EXPECT_EQ(compare(std::nan(""), 2.0), 0);
  EXPECT_EQ(compare(int64_t{6}, 6.0), 0);
}

RC_GTEST_PROP(ArdbOrder, IsTransitive, ()) {
  const ArdbElement a = draw_ardb_number();
  const ArdbElement b = draw_ardb_element_near(a);
  const ArdbElement c = draw_ardb_element_near(b);
  if (ardb_order(a, b) <= 0 && ardb_order(b, c) <= 0) RC_ASSERT(sign(ardb_order(a, c)) <= 0);
}

RC_GTEST_PROP(ArdbRowRuns, HoldTheRowsOfTheirKeyAlone, ()) {
  const ArdbKey key = draw_ardb_key();
  const ArdbKey other = draw_neighbour(key);
  const Bytes row = encode_ordered_ardb_key(other);
  const bool is_same_namespace = key.namespace_name == other.namespace_name;
  RC_ASSERT(ardb_namespace_rows(key.namespace_name).contains(row) == is_same_namespace);
  const KeyRange rows = ardb_key_rows(key.namespace_name, key.key);
  RC_ASSERT(rows.contains(row) == (is_same_namespace && key.key == other.key));
  RC_ASSERT(ardb_key_rows_around(row) == ardb_key_rows(other.namespace_name, other.key));
  RC_ASSERT(ArdbRows(key.namespace_name, key.key).all_rows() == rows);
}

RC_GTEST_PROP(ArdbRowRuns, OfScoresHoldExactlyTheirScores, ()) {
  const ArdbRows rows(draw_bytes(), draw_bytes());
  const double score = draw_score();
  const ScoreBound low{*rc::gen::element(score, draw_score()), *rc::gen::arbitrary<bool>()};
  const ScoreBound high{*rc::gen::element(score, draw_score()), *rc::gen::arbitrary<bool>()};
  const bool is_inside = (low.exclusive ? score > low.value : score >= low.value) &&
                         (high.exclusive ? score < high.value : score <= high.value);
  const Bytes member = draw_bytes();
  const Bytes row = rows.sort_row(score, member);
  RC_ASSERT(rows.sort_rows(low, high).contains(row) == is_inside);
  RC_ASSERT(rows.sort_rows().contains(row));
  const auto sorted = rows.sorted_of(row);
  RC_ASSERT(sorted.has_value());
  RC_ASSERT(sorted->score == score && sorted->member == member);
}

RC_GTEST_PROP(ArdbRowRuns, OfNamesHoldExactlyTheirNames, ()) {
  const ArdbRows rows(draw_bytes(), draw_bytes());
  const Bytes name = draw_bytes();
  const Bytes low = *rc::gen::element(name, draw_bytes());
  const Bytes high = *rc::gen::element(name, draw_bytes());
  const bool is_open = *rc::gen::arbitrary<bool>();
  using Kind = MemberBound::Kind;
  const Kind kind = is_open ? Kind::kExclusive : Kind::kInclusive;
  const bool is_inside = is_open ? low < name && name < high : low <= name && name <= high;
  const Bytes row = rows.named_row(ArdbType::kZSetScore, name);
  const KeyRange run = rows.named_rows(ArdbType::kZSetScore, {kind, low}, {kind, high});
  RC_ASSERT(run.contains(row) == is_inside);
  RC_ASSERT(rows.name_of(row) == name);
  const KeyRange all =
      rows.named_rows(ArdbType::kZSetScore, {Kind::kLowest, {}}, {Kind::kHighest, {}});
  RC_ASSERT(all == rows.named_rows(ArdbType::kZSetScore));
}

RC_GTEST_PROP(ArdbRowRuns, OfExpiryStandInTheOrderOfTime, ()) {
  const Bytes name = draw_bytes();
  const int64_t a = std::max<int64_t>(draw_int64(), 0);
  const int64_t b = std::max<int64_t>(draw_int64(), 0);
  const Bytes key = draw_bytes();
  const Bytes row = expiry_row(name, a, key);
  if (a < b) RC_ASSERT(row < expiry_row(name, b, draw_bytes()));
  RC_ASSERT(expiry_rows(name).contains(row));
  RC_ASSERT(!expiry_rows(draw_bytes() + "x").contains(row) || name.ends_with("x"));
  const auto ttl = decode_expiry_row(row);
  RC_ASSERT(ttl.has_value());
  RC_ASSERT(ttl->namespace_name == name && ttl->expire_at_ms == a && ttl->key == key);
}

RC_GTEST_PROP(ArdbBytes, KeysAreReadBackInBothForms, ()) {
  const ArdbKey key = draw_ardb_key();
  const auto exact =
      decode_ardb_key(encode_ardb_key(key, ArdbNamespaces::kInKeys), ArdbNamespaces::kInKeys);
  RC_ASSERT(exact == key);
  ArdbKey bare = key;
  bare.namespace_name.clear();
  RC_ASSERT(decode_ardb_key(encode_ardb_key(key, ArdbNamespaces::kOutside),
                            ArdbNamespaces::kOutside) == bare);
  RC_ASSERT(decode_ordered_ardb_key(encode_ordered_ardb_key(key)) == with_one_zero(key));
}

RC_GTEST_PROP(ArdbBytes, ValuesAreReadBack, ()) {
  const ArdbValue value = draw_ardb_value();
  RC_ASSERT(decode_ardb_value(encode_ardb_value(value)) == value);
  const auto head = decode_ardb_head(encode_ardb_value(value));
  RC_ASSERT(head.has_value() == is_ardb_meta_type(value.type));
  if (head) RC_ASSERT((*head == ArdbValue{.type = value.type, .meta = value.meta}));
}

RC_GTEST_PROP(ArdbBytes, ReadersTakeOnlyWhatIsWritten, ()) {
  const ArdbKey key = draw_ardb_key();
  const Bytes exact = draw_damaged(encode_ardb_key(key, ArdbNamespaces::kInKeys));
  if (const auto read = decode_ardb_key(exact, ArdbNamespaces::kInKeys)) {
    RC_ASSERT(encode_ardb_key(*read, ArdbNamespaces::kInKeys) == exact);
  }
  const Bytes ordered = draw_damaged(encode_ordered_ardb_key(key));
  const auto read_ordered = decode_ordered_ardb_key(ordered);
  if (read_ordered) RC_ASSERT(encode_ordered_ardb_key(*read_ordered) == ordered);
  RC_ASSERT(is_ardb_meta_row(ordered) == (read_ordered && read_ordered->type == ArdbType::kMeta));
  const Bytes value = draw_damaged(encode_ardb_value(draw_ardb_value()));
  if (const auto read = decode_ardb_value(value)) RC_ASSERT(encode_ardb_value(*read) == value);
}

RC_GTEST_PROP(ArdbBytes, TextsOfIntegersAreInts, ()) {
  const Bytes text = *rc::gen::element<Bytes>(std::to_string(draw_int64()), "007", "-0", "+1",
                                              "1.5", "", " 1", "9223372036854775808", draw_bytes());
  const ArdbElement element = ardb_element_of(text);
  RC_ASSERT(ardb_text_of(element) == text);
  const auto* number = std::get_if<int64_t>(&element);
  if (number != nullptr) RC_ASSERT(std::to_string(*number) == text);
}

}  // namespace
}  // namespace keemun::format
