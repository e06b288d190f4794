// Law: a row belongs to one family of one generation of one key of one namespace, and lies in their
// ranges and in no other.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "format/expiry_index.h"
#include "format/namespaces.h"
#include "generators.h"

namespace keemun::format {
namespace {

struct Row {
  RowFamily family;
  Bytes bytes;
};

std::vector<Row> rows_of(const KeyLayout& layout, const Bytes& key, KeyVersion version) {
  const KeyGeneration rows = layout.generation(key, version);
  const Bytes member = draw_bytes();
  return {{RowFamily::kMeta, layout.meta_key(key)},
          {RowFamily::kSub, rows.sub_key(member)},
          {RowFamily::kScore, rows.score_key(OrderedScore(draw_score()), member)},
          {RowFamily::kIndex, rows.index_key(MemberIndex(member + Bytes(15, 'm')))}};
}

// One verdict per reader.
std::vector<RowVerdict> verdicts_on(const KeyLayout& layout, BytesView row) {
  return {layout.decode_meta_key(row).verdict, layout.decode_sub_key(row).verdict,
          layout.decode_score_key(row).verdict, layout.decode_index_key(row).verdict};
}

const std::vector<RowFamily> kFamilies = {RowFamily::kMeta, RowFamily::kSub, RowFamily::kScore,
                                          RowFamily::kIndex};

RC_GTEST_PROP(RowsNeverMix, ARowLiesInItsFamilyAndIsReadByItsReaderOnly, ()) {
  const KeyLayout layout = draw_layout();
  const Bytes key = draw_bytes();
  for (const Row& row : rows_of(layout, key, draw_version())) {
    const auto verdicts = verdicts_on(layout, row.bytes);
    for (size_t i = 0; i < kFamilies.size(); ++i) {
      const bool is_its_own = kFamilies[i] == row.family;
      const KeyRange range = layout.family_rows(kFamilies[i], layout.partition_of(key));
      RC_ASSERT(range.contains(row.bytes) == is_its_own);
      RC_ASSERT(verdicts[i] == (is_its_own ? RowVerdict::kOurs : RowVerdict::kNotOurs));
    }
  }
}

RC_GTEST_PROP(RowsNeverMix, TheIndexOfExpiryIsOfNoFamily, ()) {
  const KeyLayout layout = draw_layout();
  const Bytes key = draw_bytes();
  const int64_t at_ms = *rc::gen::arbitrary<int64_t>();
  const Bytes row = expiry_row(layout.namespace_name(), at_ms, key);
  for (const RowVerdict verdict : verdicts_on(layout, row)) {
    RC_ASSERT(verdict == RowVerdict::kNotOurs);
  }
  RC_ASSERT(!slot_of_prefix(BytesView(row).substr(0, kSlotPrefixBytes)));
  for (const RowFamily family : kFamilies) {
    RC_ASSERT(!layout.family_rows(family, layout.partition_of(key)).contains(row));
  }
}

RC_GTEST_PROP(RowsNeverMix, GenerationsAreDisjoint, ()) {
  const KeyLayout layout = draw_layout();
  const Bytes key = draw_bytes();
  const KeyVersion version = draw_version();
  const Bytes other_key = *rc::gen::element(key, draw_bytes());
  const KeyVersion other_version = *rc::gen::element(version, draw_version());
  const KeyGeneration other = layout.generation(other_key, other_version);
  const bool is_same = key == other_key && version == other_version;
  const auto rows = rows_of(layout, key, version);
  RC_ASSERT(other.all_sub_rows().contains(rows[1].bytes) == is_same);
  RC_ASSERT(other.all_score_rows().contains(rows[2].bytes) == is_same);
  RC_ASSERT(other.all_index_rows().contains(rows[3].bytes) == is_same);
  RC_ASSERT((layout.meta_key(other_key) == rows[0].bytes) == (key == other_key));
}

RC_GTEST_PROP(RowsNeverMix, PrefixFreeNamespacesNeverReadEachOther, ()) {
  const KeyLayout layout = draw_layout();
  const KeyLayout other(layout.kind(), draw_bytes());
  const std::vector<BytesView> names = {layout.namespace_name(), other.namespace_name()};
  RC_PRE(namespaces_are_prefix_free(names));
  const Bytes key = draw_bytes();
  for (const Row& row : rows_of(layout, key, draw_version())) {
    for (const RowVerdict verdict : verdicts_on(other, row.bytes)) {
      RC_ASSERT(verdict == RowVerdict::kNotOurs);
    }
    RC_ASSERT(!other.family_rows(row.family, other.partition_of(key)).contains(row.bytes));
  }
}

}  // namespace
}  // namespace keemun::format
