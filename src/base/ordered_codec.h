// Numbers as eight bytes whose memcmp order is the order of the numbers.
//
//   int64    big-endian after flipping the sign bit
//   double   the bits of IEEE 754, big-endian: sign bit flipped if it was clear, all bits if set
//
//   double             bytes
//   -inf               00 0f ff ff ff ff ff ff
//   -1                 40 0f ff ff ff ff ff ff
//   -0 and +0          80 00 00 00 00 00 00 00
//   smallest denormal  80 00 00 00 00 00 00 01
//   1                  bf f0 00 00 00 00 00 00
//   +inf               ff f0 00 00 00 00 00 00
//
// -0 is written as +0: Redis holds both for the same score and orders such members by name, so two
// forms would part what belongs together. The sign is lost. NaN has no place in the order: to
// encode it is a broken invariant. Decoding refuses bytes that encoding never writes (NaN, -0), so
// that equal numbers are equal bytes in both directions.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/integer_codec.h"

namespace keemun {

// The same as integers: unsigned order of the bits is the order of the numbers.
constexpr uint64_t ordered_bits(int64_t value) {
  return static_cast<uint64_t>(value) ^ (uint64_t{1} << 63);
}
uint64_t ordered_bits(double value);
std::optional<double> double_from_ordered_bits(uint64_t bits);

void append_ordered_int64(Bytes& out, int64_t value);
void append_ordered_double(Bytes& out, double value);

// False if there are too few bytes or they are not of this form; then nothing has moved.
[[nodiscard]] bool read_ordered_int64(ByteReader& reader, int64_t& value);
[[nodiscard]] bool read_ordered_double(ByteReader& reader, double& value);

}  // namespace keemun
