#include "format/slot_prefixes.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>

#include "base/check.h"
#include "base/md5.h"

namespace keemun::format {
namespace {

// Prefixes are parts of digests, so that their first bits spread them evenly: few begin alike.
struct PrefixTable {
  static size_t first_bits(BytesView prefix) {
    const auto byte = [&](size_t at) { return size_t{static_cast<unsigned char>(prefix[at])}; };
    return byte(0) << 6 | byte(1) >> 2;
  }
  static_assert(Slot::kCount == 1 << 14, "as many as there are first bits");

  PrefixTable() {
    for (uint32_t slot = 0; slot < Slot::kCount; ++slot) {
      const Md5Digest digest = md5(std::to_string(slot));
      std::copy_n(digest.begin(), kSlotPrefixBytes, bytes[slot].begin());
      slots_in_order[slot] = static_cast<uint16_t>(slot);
    }
    std::sort(slots_in_order.begin(), slots_in_order.end(),
              [this](uint16_t a, uint16_t b) { return prefix(a) < prefix(b); });
    for (const uint16_t slot : slots_in_order) ++starts[first_bits(prefix(slot)) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
  }

  BytesView prefix(uint32_t slot) const { return {bytes[slot].data(), kSlotPrefixBytes}; }
  std::span<const uint16_t> slots_that_begin_as(BytesView prefix) const {
    const size_t bits = first_bits(prefix);
    return std::span(slots_in_order).subspan(starts[bits], starts[bits + 1] - starts[bits]);
  }

  std::array<std::array<char, kSlotPrefixBytes>, Slot::kCount> bytes;
  std::array<uint16_t, Slot::kCount> slots_in_order;  // by prefix
  std::array<uint16_t, Slot::kCount + 1> starts{};    // in that order, by first bits
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
  if (prefix.size() != kSlotPrefixBytes) return std::nullopt;
  for (const uint16_t slot : prefix_table().slots_that_begin_as(prefix)) {
    if (slot_prefix(Slot(slot)) == prefix) return Slot(slot);
  }
  return std::nullopt;
}

}  // namespace keemun::format
