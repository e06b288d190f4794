// Where the rows of one namespace stand in the store: builds their keys and reads them back.
//
//   plain             xx# ns rest
//   md5               xx# ns MD5(key)[0..8) rest
//   slot    P(slot)   xx# ns rest                 P(slot) = MD5(decimal slot)[0..8)
//
//   rest of a meta row = key; of the others = int32(len(key)) key int64(version) ..., see
//   key_generation.h. The namespace has no length and no end mark: namespaces of one store must be
//   prefix-free, see namespaces.h.
//
// Immutable after construction; cheap to copy. Readers take any bytes at all. In decoded parts the
// views point into the row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/integer_codec.h"
#include "format/key_generation.h"
#include "format/key_range.h"
#include "format/key_version.h"
#include "format/row_parts.h"
#include "format/slot_prefixes.h"

namespace keemun::format {

// On disk, in the namespace record.
enum class LayoutKind : uint8_t { kPlain = 0, kMd5 = 1, kSlot = 2 };

// As options and messages call it.
BytesView layout_name(LayoutKind kind);
std::optional<LayoutKind> layout_named(BytesView name);

class KeyLayout {
 public:
  KeyLayout(LayoutKind kind, Bytes namespace_name)
      : kind_(kind),
        namespace_(std::move(namespace_name)),
        meta_head_(Bytes(family_mark(RowFamily::kMeta)) + namespace_) {}

  LayoutKind kind() const { return kind_; }
  const Bytes& namespace_name() const { return namespace_; }

  Bytes meta_key(BytesView key) const;
  KeyGeneration generation(BytesView key, KeyVersion version) const;

  // Every row of one family of the namespace, for SCAN, collection of garbage and FLUSHDB: one
  // range per partition. Partitions are the slots in the slot layout; the others have a single one.
  uint32_t partition_count() const { return kind_ == LayoutKind::kSlot ? Slot::kCount : 1; }
  KeyRange family_rows(RowFamily family, uint32_t partition) const;
  // What rows of a family have in common over all partitions, and over all namespaces of the
  // layout: the two bytes at family_at().
  static BytesView family_mark(RowFamily family);
  size_t family_at() const { return kind_ == LayoutKind::kSlot ? kSlotPrefixBytes : 0; }
  // The partition whose ranges hold the rows of `key`.
  uint32_t partition_of(BytesView key) const;

  bool is_meta_key(BytesView row) const;
  Decoded<MetaKeyParts> decode_meta_key(BytesView row) const;
  Decoded<SubKeyParts> decode_sub_key(BytesView row) const;
  Decoded<ScoreKeyParts> decode_score_key(BytesView row) const;
  Decoded<IndexKeyParts> decode_index_key(BytesView row) const;
  // What a row below a meta belongs to; none of a meta, nor of what is not ours or does not decode.
  struct Incarnation {
    BytesView key;
    KeyVersion version;
  };
  std::optional<Incarnation> incarnation_of(RowFamily family, BytesView row) const;

 private:
  static constexpr size_t kMd5SpreadBytes = 8;

  // What spreads the rows of keys, at the place where the layout has it.
  struct Spread {
    BytesView before;  // all else
    Bytes behind;      // the head
  };
  Spread spread_of(BytesView key) const;

  // Steps behind the head or the version; `spread` becomes what stands for P(slot) or MD5(key).
  RowVerdict enter(ByteReader& reader, RowFamily family, BytesView& spread) const;
  RowVerdict enter_generation(ByteReader& reader, RowFamily family, BytesView& key,
                              KeyVersion& version) const;
  bool is_spread_of(BytesView spread, BytesView key) const;

  LayoutKind kind_;
  Bytes namespace_;
  Bytes meta_head_;  // what meta rows have at family_at()
};

}  // namespace keemun::format
