#include "format/key_layout.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/check.h"
#include "base/integer_codec.h"
#include "base/joined.h"
#include "base/md5.h"

namespace keemun::format {
namespace {

// In the order of LayoutKind.
constexpr std::array<BytesView, 3> kLayoutNames = {"plain", "md5", "slot"};

constexpr uint32_t kKeyBytesMax = std::numeric_limits<int32_t>::max();

template <typename Unsigned>
std::array<char, sizeof(Unsigned)> big_endian(Unsigned value) {
  std::array<char, sizeof(Unsigned)> bytes;
  store_be(bytes.data(), value);
  return bytes;
}

template <size_t kSize>
BytesView view(const std::array<char, kSize>& bytes) {
  return {bytes.data(), kSize};
}

}  // namespace

BytesView layout_name(LayoutKind kind) {
  return kLayoutNames[static_cast<size_t>(kind)];
}

std::optional<LayoutKind> layout_named(BytesView name) {
  const auto found = std::find(kLayoutNames.begin(), kLayoutNames.end(), name);
  if (found == kLayoutNames.end()) return std::nullopt;
  return static_cast<LayoutKind>(found - kLayoutNames.begin());
}

Bytes KeyLayout::meta_key(BytesView key) const {
  const Spread spread = spread_of(key);
  return joined(spread.before, meta_head_, spread.behind, key);
}

KeyGeneration KeyLayout::generation(BytesView key, KeyVersion version) const {
  CHECK(key.size() <= kKeyBytesMax && version.value >= 0);
  const Spread spread = spread_of(key);
  // Which family it is does not matter.
  Bytes stem = joined(spread.before, meta_head_, spread.behind,
                      view(big_endian(static_cast<uint32_t>(key.size()))), key,
                      view(big_endian(static_cast<uint64_t>(version.value))));
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
  prefix.append(family_mark(family));
  prefix.append(namespace_);
  return rows_with_prefix(std::move(prefix));
}

uint32_t KeyLayout::partition_of(BytesView key) const {
  return kind_ == LayoutKind::kSlot ? slot_of_key(key).value : 0;
}

KeyLayout::Spread KeyLayout::spread_of(BytesView key) const {
  Spread spread;
  if (kind_ == LayoutKind::kSlot) spread.before = slot_prefix(slot_of_key(key));
  if (kind_ == LayoutKind::kMd5) spread.behind = md5_bytes(key, kMd5SpreadBytes);
  return spread;
}

}  // namespace keemun::format
