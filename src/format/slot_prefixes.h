// The eight bytes that the slot layout puts before every row: MD5 of the decimal slot, cut to
// eight.
//
// All 16384 are computed once, on first use, and never change; every prefix is different. Views of
// them stay valid for the life of the process.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/crc16.h"

namespace keemun::format {

// Redis Cluster's hash slot.
struct Slot {
  static constexpr uint32_t kCount = kSlotCount;

  explicit constexpr Slot(uint32_t slot) : value(slot) {}
  friend constexpr auto operator<=>(Slot, Slot) = default;

  uint32_t value;  // below kCount
};

Slot slot_of_key(BytesView key);

inline constexpr size_t kSlotPrefixBytes = 8;

BytesView slot_prefix(Slot slot);
// None if no slot has this prefix.
std::optional<Slot> slot_of_prefix(BytesView prefix);

}  // namespace keemun::format
