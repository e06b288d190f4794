// The reading half of KeyLayout: any bytes in, a verdict and parts out.
#include "format/key_layout.h"

#include "base/integer_codec.h"
#include "base/md5.h"

namespace keemun::format {

// What precedes the namespace decides whether a row is ours at all; from there on a row that does
// not read to its end is corrupt.
RowVerdict KeyLayout::enter(ByteReader& reader, RowFamily family, BytesView& spread) const {
  const bool has_slot = kind_ == LayoutKind::kSlot;
  if (has_slot && !reader.read_bytes(kSlotPrefixBytes, spread)) return RowVerdict::kNotOurs;
  const char letter[] = {static_cast<char>(family), '#'};
  if (!reader.skip({letter, sizeof letter}) || !reader.skip(namespace_)) {
    return RowVerdict::kNotOurs;
  }
  if (has_slot && !slot_of_prefix(spread)) return RowVerdict::kNotOurs;
  if (kind_ == LayoutKind::kMd5 && !reader.read_bytes(kMd5SpreadBytes, spread)) {
    return RowVerdict::kCorrupt;
  }
  return RowVerdict::kOurs;
}

bool KeyLayout::is_spread_of(BytesView spread, BytesView key) const {
  switch (kind_) {
    case LayoutKind::kPlain:
      return true;
    case LayoutKind::kMd5:
      return spread == md5_bytes(key, kMd5SpreadBytes);
    case LayoutKind::kSlot:
      return spread == slot_prefix(slot_of_key(key));
  }
  return false;
}

RowVerdict KeyLayout::enter_generation(ByteReader& reader, RowFamily family, BytesView& key,
                                       KeyVersion& version) const {
  BytesView spread;
  const RowVerdict verdict = enter(reader, family, spread);
  if (verdict != RowVerdict::kOurs) return verdict;
  uint32_t key_bytes = 0;
  const bool is_whole = reader.read_be32(key_bytes) && reader.read_bytes(key_bytes, key) &&
                        reader.read_be_int64(version.value) && version.value >= 0;
  return is_whole && is_spread_of(spread, key) ? RowVerdict::kOurs : RowVerdict::kCorrupt;
}

bool KeyLayout::is_meta_key(BytesView row) const {
  if (kind_ == LayoutKind::kPlain) return row.starts_with(meta_head_);
  return decode_meta_key(row).is_ours();
}

Decoded<MetaKeyParts> KeyLayout::decode_meta_key(BytesView row) const {
  Decoded<MetaKeyParts> decoded;
  ByteReader reader(row);
  BytesView spread;
  decoded.verdict = enter(reader, RowFamily::kMeta, spread);
  decoded.parts.key = reader.rest();
  if (decoded.is_ours() && !is_spread_of(spread, decoded.parts.key)) {
    decoded.verdict = RowVerdict::kCorrupt;
  }
  return decoded;
}

Decoded<SubKeyParts> KeyLayout::decode_sub_key(BytesView row) const {
  Decoded<SubKeyParts> decoded;
  SubKeyParts& parts = decoded.parts;
  ByteReader reader(row);
  decoded.verdict = enter_generation(reader, RowFamily::kSub, parts.key, parts.version);
  parts.member = reader.rest();
  return decoded;
}

Decoded<ScoreKeyParts> KeyLayout::decode_score_key(BytesView row) const {
  Decoded<ScoreKeyParts> decoded;
  ScoreKeyParts& parts = decoded.parts;
  ByteReader reader(row);
  decoded.verdict = enter_generation(reader, RowFamily::kScore, parts.key, parts.version);
  if (!decoded.is_ours()) return decoded;
  const auto score = OrderedScore::decode(reader.rest().substr(0, OrderedScore::kBytes));
  if (!score) {
    decoded.verdict = RowVerdict::kCorrupt;
    return decoded;
  }
  parts.score = *score;
  parts.member = reader.rest().substr(OrderedScore::kBytes);
  return decoded;
}

Decoded<IndexKeyParts> KeyLayout::decode_index_key(BytesView row) const {
  Decoded<IndexKeyParts> decoded;
  IndexKeyParts& parts = decoded.parts;
  ByteReader reader(row);
  decoded.verdict = enter_generation(reader, RowFamily::kIndex, parts.key, parts.version);
  if (!decoded.is_ours()) return decoded;
  const auto index = MemberIndex::decode(reader.rest());
  if (!index || index->is_inline()) {  // an inline member needs no row and never has one
    decoded.verdict = RowVerdict::kCorrupt;
    return decoded;
  }
  parts.index = *index;
  return decoded;
}

std::optional<KeyLayout::Incarnation> KeyLayout::incarnation_of(RowFamily family,
                                                                BytesView row) const {
  const auto of = [](const auto& decoded) {
    return decoded.is_ours()
               ? std::optional<Incarnation>({decoded.parts.key, decoded.parts.version})
               : std::nullopt;
  };
  switch (family) {
    case RowFamily::kSub:
      return of(decode_sub_key(row));
    case RowFamily::kScore:
      return of(decode_score_key(row));
    case RowFamily::kIndex:
      return of(decode_index_key(row));
    case RowFamily::kMeta:
      break;
  }
  return std::nullopt;
}

}  // namespace keemun::format
