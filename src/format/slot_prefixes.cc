#include "format/slot_prefixes.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/check.h"
#include "base/md5.h"

namespace keemun::format {
namespace {

struct PrefixTable {
  PrefixTable() {
    for (uint32_t slot = 0; slot < Slot::kCount; ++slot) {
      const Md5Digest digest = md5(std::to_string(slot));
      std::copy_n(digest.begin(), kSlotPrefixBytes, bytes[slot].begin());
      slots_in_order[slot] = static_cast<uint16_t>(slot);
    }
    std::sort(slots_in_order.begin(), slots_in_order.end(),
              [this](uint16_t a, uint16_t b) { return prefix(a) < prefix(b); });
  }

  BytesView prefix(uint32_t slot) const { return {bytes[slot].data(), kSlotPrefixBytes}; }

  std::array<std::array<char, kSlotPrefixBytes>, Slot::kCount> bytes;
  std::array<uint16_t, Slot::kCount> slots_in_order;  // by prefix
};

const PrefixTable& prefix_table() {
  static const PrefixTable table;
  return table;
}

}  // namespace

Slot slot_of_key(BytesView key) {
  return Slot(key_slot(key));
}

BytesView slot_prefix(Slot slot) {
  CHECK(slot.value < Slot::kCount);
  return prefix_table().prefix(slot.value);
}

std::optional<Slot> slot_of_prefix(BytesView prefix) {
  const PrefixTable& table = prefix_table();
  const auto found = std::lower_bound(
      table.slots_in_order.begin(), table.slots_in_order.end(), prefix,
      [&](uint16_t slot, BytesView wanted) { return table.prefix(slot) < wanted; });
  if (found == table.slots_in_order.end() || table.prefix(*found) != prefix) return std::nullopt;
  return Slot(*found);
}

}  // namespace keemun::format
