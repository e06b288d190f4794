// A string as bits: bit 0 is the highest of the first byte, and behind the end all bits are 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "commands/call.h"

namespace keemun::commands {

inline constexpr uint64_t kByteBits = 8;

// A bit offset that lies inside the longest string; "#3" counts in units of `unit_bits` where that
// is not 0. "ERR bit offset is not an integer or out of range"
uint64_t parse_bit_offset(const Call& call, size_t index, unsigned unit_bits = 0);

inline bool bit_at(BytesView bytes, uint64_t offset) {
  const uint64_t place = offset / kByteBits;
  if (place >= bytes.size()) return false;
  const auto byte = static_cast<unsigned char>(bytes[place]);
  return ((byte >> (kByteBits - 1 - offset % kByteBits)) & 1) != 0;
}

// The offset lies inside.
inline void set_bit(Bytes& bytes, uint64_t offset, bool is_on) {
  char& byte = bytes[offset / kByteBits];
  const int mask = 1 << (kByteBits - 1 - offset % kByteBits);
  byte = static_cast<char>(is_on ? byte | mask : byte & ~mask);
}

// Long enough to hold the bit at `offset`; true when that changed it.
inline bool grow_to_hold(Bytes& bytes, uint64_t offset) {
  const uint64_t size = offset / kByteBits + 1;
  if (bytes.size() >= size) return false;
  bytes.resize(size);
  return true;
}

}  // namespace keemun::commands
