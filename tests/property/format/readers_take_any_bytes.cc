// Law: a reader answers on any bytes at all, and what it takes for ours is, byte for byte, what we
// would have written.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "format/key_meta.h"
#include "format/store_records.h"
#include "generators.h"

namespace keemun::format {
namespace {

RC_GTEST_PROP(AnyBytes, RowKeyReadersTakeOnlyWhatWeWrite, ()) {
  const KeyLayout layout = draw_layout();
  const KeyGeneration rows = layout.generation(draw_bytes(), draw_version());
  const Bytes member = draw_bytes();
  const Bytes row = draw_damaged(*rc::gen::element(
      layout.meta_key(member), rows.sub_key(member), rows.score_key(OrderedScore(1), member),
      rows.index_key(MemberIndex(member + Bytes(15, 'm')))));

  const auto meta = layout.decode_meta_key(row);
  if (meta.is_ours()) RC_ASSERT(layout.meta_key(meta.parts.key) == row);
  const auto sub = layout.decode_sub_key(row);
  if (sub.is_ours()) {
    RC_ASSERT(layout.generation(sub.parts.key, sub.parts.version).sub_key(sub.parts.member) == row);
  }
  const auto scored = layout.decode_score_key(row);
  if (scored.is_ours()) {
    RC_ASSERT(layout.generation(scored.parts.key, scored.parts.version)
                  .score_key(scored.parts.score, scored.parts.member) == row);
  }
  const auto indexed = layout.decode_index_key(row);
  if (indexed.is_ours()) {
    RC_ASSERT(layout.generation(indexed.parts.key, indexed.parts.version)
                  .index_key(indexed.parts.index) == row);
  }
}

RC_GTEST_PROP(AnyBytes, MetaValuesAreReadOnlyAsWritten, ()) {
  KeyMeta meta;
  meta.encoding = *rc::gen::element(Encoding::kHashCounted, Encoding::kSetBlind, Encoding::kList,
                                    Encoding::kZSetRedisStored);
  meta.version = draw_version();
  const Bytes row = draw_damaged(encode_key_meta(meta));
  const auto decoded = decode_key_meta(row);
  if (!decoded) return;
  const Bytes again = decoded->encoding == Encoding::kString
                          ? encode_string_meta(*decoded, string_value_of(row))
                          : encode_key_meta(*decoded);
  if (decoded->has_expiry() || row.substr(10, 8) == Bytes(8, '\xff')) {
    RC_ASSERT(again == row);
  } else {  // another negative expire means none as well
    RC_ASSERT(decode_key_meta(again) == decoded);
  }
}

RC_GTEST_PROP(AnyBytes, SmallValuesAreReadOnlyAsWritten, ()) {
  const Bytes any = draw_long_bytes();
  if (const auto score = OrderedScore::decode(any)) RC_ASSERT(score->bytes() == any);
  if (const auto index = MemberIndex::decode(any)) RC_ASSERT(index->bytes() == any);
  if (const auto position = ListPosition::decode(any)) {
    const auto bytes = position->bytes();
    RC_ASSERT(BytesView(bytes.data(), bytes.size()) == any);
  }
  if (const auto score = ScoreText::decode(any)) {
    RC_ASSERT(ScoreText::decode(ScoreText(*score).bytes()) == score);
  }
  if (const auto record = decode_namespace_record(any)) {
    RC_ASSERT(encode_namespace_record(*record) == any);
  }
  if (const auto until = decode_version_reservation(any)) {
    RC_ASSERT(encode_version_reservation(*until) == any);
  }
}

}  // namespace
}  // namespace keemun::format
