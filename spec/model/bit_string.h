// A string as bits: bit 0 is the highest of the first byte, and behind the end all bits are 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/call.h"

namespace keemun::model {

inline constexpr size_t kByteBits = 8;

// A bit offset; "#3" counts in units of `unit_bits` where that is not 0.
// "ERR bit offset is not an integer or out of range"
uint64_t bit_offset(const Call& call, size_t index, size_t unit_bits = 0);

// The string, long enough to hold the bit at `offset`; created when there is none. Says through
// `grown` whether that changed anything, and does not call it a change of the key.
String& string_with_bit(const Call& call, const Bytes& key, uint64_t offset, bool& grown);

bool bit_at(BytesView bytes, uint64_t offset);
// The offset must lie inside.
void set_bit(Bytes& bytes, uint64_t offset, bool on);

}  // namespace keemun::model
