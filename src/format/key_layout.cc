#include "format/key_layout.h"

#include <limits>

#include "base/check.h"
#include "base/integer_codec.h"
#include "base/md5.h"

namespace keemun::format {
namespace {

constexpr size_t kFamilyBytes = 2;  // letter and '#'
constexpr uint32_t kKeyBytesMax = std::numeric_limits<int32_t>::max();

void append_family(Bytes& out, RowFamily family) {
  out.append(KeyLayout::family_mark(family));
}

}  // namespace

Bytes KeyLayout::meta_key(BytesView key) const {
  Bytes row;
  row.reserve(head_bytes() + key.size());
  append_spread(row, LayoutKind::kSlot, key);
  row.append(meta_head_);
  append_spread(row, LayoutKind::kMd5, key);
  row.append(key);
  return row;
}

KeyGeneration KeyLayout::generation(BytesView key, KeyVersion version) const {
  CHECK(key.size() <= kKeyBytesMax && version.value >= 0);
  Bytes stem;
  stem.reserve(head_bytes() + sizeof(uint32_t) + key.size() + sizeof(int64_t));
  append_spread(stem, LayoutKind::kSlot, key);
  append_family(stem, RowFamily::kSub);
  stem.append(namespace_);
  append_spread(stem, LayoutKind::kMd5, key);
  append_be32(stem, static_cast<uint32_t>(key.size()));
  stem.append(key);
  append_be_int64(stem, version.value);
  return KeyGeneration(std::move(stem), family_at());
}

BytesView KeyLayout::family_mark(RowFamily family) {
  switch (family) {
    case RowFamily::kMeta:
      return "m#";
    case RowFamily::kSub:
      return "s#";
    case RowFamily::kScore:
      return "k#";
    case RowFamily::kIndex:
      return "i#";
  }
  return {};
}

KeyRange KeyLayout::family_rows(RowFamily family, uint32_t partition) const {
  CHECK(partition < partition_count());
  Bytes prefix;
  if (kind_ == LayoutKind::kSlot) prefix.append(slot_prefix(Slot(partition)));
  append_family(prefix, family);
  prefix.append(namespace_);
  return rows_with_prefix(std::move(prefix));
}

uint32_t KeyLayout::partition_of(BytesView key) const {
  return kind_ == LayoutKind::kSlot ? slot_of_key(key).value : 0;
}

size_t KeyLayout::head_bytes() const {
  const size_t spread_bytes = kind_ == LayoutKind::kMd5 ? kMd5SpreadBytes : 0;
  return family_at() + kFamilyBytes + namespace_.size() + spread_bytes;
}

void KeyLayout::append_spread(Bytes& out, LayoutKind kind, BytesView key) const {
  if (kind != kind_) return;
  if (kind == LayoutKind::kSlot) out.append(slot_prefix(slot_of_key(key)));
  if (kind == LayoutKind::kMd5) out.append(md5_bytes(key, kMd5SpreadBytes));
}

}  // namespace keemun::format
