// Law: what is written is read back as it was.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

#include "format/key_meta.h"
#include "format/store_records.h"
#include "generators.h"
#include "ports/kv_store.h"

namespace keemun::format {
namespace {

RC_GTEST_PROP(BytesRoundTrip, RowKeysKeepTheirParts, ()) {
  const KeyLayout layout = draw_layout();
  const Bytes key = draw_bytes();
  const KeyVersion version = draw_version();
  const Bytes member = draw_long_bytes();
  const OrderedScore score(draw_score());
  const KeyGeneration rows = layout.generation(key, version);

  const Bytes meta_row = layout.meta_key(key);
  const auto meta = layout.decode_meta_key(meta_row);
  RC_ASSERT(meta.is_ours() && meta.parts.key == key);

  const Bytes sub_row = rows.sub_key(member);
  const auto sub = layout.decode_sub_key(sub_row);
  RC_ASSERT(sub.is_ours() && sub.parts.key == key);
  RC_ASSERT(sub.parts.version == version && sub.parts.member == member);
  RC_ASSERT(sub_row.substr(rows.stem_bytes()) == member);

  const Bytes score_row = rows.score_key(score, member);
  const auto scored = layout.decode_score_key(score_row);
  RC_ASSERT(scored.is_ours() && scored.parts.key == key);
  RC_ASSERT(scored.parts.version == version && scored.parts.member == member);
  RC_ASSERT(scored.parts.score == score);
}

RC_GTEST_PROP(BytesRoundTrip, IndexRowsKeepTheirIndex, ()) {
  const KeyLayout layout = draw_layout();
  const Bytes key = draw_bytes();
  const KeyVersion version = draw_version();
  const MemberIndex index(draw_long_bytes() + Bytes(15, 'm'));
  const Bytes row = layout.generation(key, version).index_key(index);
  const auto decoded = layout.decode_index_key(row);
  RC_ASSERT(decoded.is_ours() && decoded.parts.key == key);
  RC_ASSERT(decoded.parts.version == version && decoded.parts.index == index);
}

RC_GTEST_PROP(BytesRoundTrip, MetaValuesKeepTheirFields, ()) {
  KeyMeta meta;
  meta.encoding = *rc::gen::elementOf(kAllEncodings);
  meta.version = draw_version();
  meta.expire_at_ms = std::max(draw_int64(), kNoExpiry);
  if (keeps_count(meta.encoding)) {
    meta.count = *rc::gen::inRange<int64_t>(0, kCountMax + 1);
  }
  if (meta.type() == KeyType::kList) {
    meta.first_position =
        ListPosition(std::min(draw_int64(), std::numeric_limits<int64_t>::max() - meta.count));
  }
  if (meta.type() == KeyType::kStream) {
    const auto draw_id = [] {
      return StreamId{*rc::gen::arbitrary<uint64_t>(), *rc::gen::arbitrary<uint64_t>()};
    };
    meta.stream = {draw_id(), draw_id(), draw_id(), draw_int64()};
  }
  if (meta.type() == KeyType::kString) {
    const Bytes value = draw_long_bytes();
    const Bytes row = encode_string_meta(meta, value);
    RC_ASSERT(decode_key_meta(row) == meta);
    RC_ASSERT(decode_key_meta(ports::part_of(row, ports::Values::kHeads)) == meta);
    RC_ASSERT(string_value_of(row) == value);
  } else {
    const Bytes row = encode_key_meta(meta);
    RC_ASSERT(decode_key_meta(row) == meta);
    RC_ASSERT(row.size() < ports::kHeadBytes);  // and so a longer one is corrupt, cut or not
  }
}

RC_GTEST_PROP(BytesRoundTrip, ScoresKeepEveryBit, ()) {
  const double score = draw_score();
  const auto from_text = ScoreText::decode(ScoreText(score).bytes());
  RC_ASSERT(from_text.has_value());
  RC_ASSERT(std::bit_cast<uint64_t>(*from_text) == std::bit_cast<uint64_t>(score));
  const auto from_row = score_of_row(OrderedScore(score), score_row_value(score));
  RC_ASSERT(from_row.has_value());
  RC_ASSERT(std::bit_cast<uint64_t>(*from_row) == std::bit_cast<uint64_t>(score));
}

RC_GTEST_PROP(BytesRoundTrip, MemberIndexesNameTheirMember, ()) {
  const Bytes member = draw_long_bytes();
  const MemberIndex index(member);
  const auto decoded = MemberIndex::decode(index.bytes());
  RC_ASSERT(decoded.has_value() && *decoded == index);
  RC_ASSERT(index.is_inline() == (member.size() < 15));
  if (index.is_inline()) RC_ASSERT(index.inline_member() == member);
}

RC_GTEST_PROP(BytesRoundTrip, ReservationsKeepTheirBound, ()) {
  const auto until = *rc::gen::inRange<int64_t>(0, KeyVersionIssuer::kEndMs + 1);
  RC_ASSERT(decode_version_reservation(encode_version_reservation(until)) == until);
}

}  // namespace
}  // namespace keemun::format
