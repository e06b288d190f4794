#include "base/ordered_codec.h"

#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace keemun {
namespace {

static_assert(std::numeric_limits<double>::is_iec559);

constexpr uint64_t kSignBit = uint64_t{1} << 63;

}  // namespace

uint64_t ordered_bits(double value) {
  CHECK(!std::isnan(value));
  if (value == 0) return kSignBit;  // both zeros
  const auto bits = std::bit_cast<uint64_t>(value);
  return (bits & kSignBit) != 0 ? ~bits : bits | kSignBit;
}

std::optional<double> double_from_ordered_bits(uint64_t bits) {
  const bool negative = (bits & kSignBit) == 0;
  const auto value = std::bit_cast<double>(negative ? ~bits : bits & ~kSignBit);
  if (std::isnan(value) || (negative && value == 0)) return std::nullopt;
  return value;
}

void append_ordered_int64(Bytes& out, int64_t value) {
  append_be64(out, ordered_bits(value));
}

void append_ordered_double(Bytes& out, double value) {
  append_be64(out, ordered_bits(value));
}

bool read_ordered_int64(ByteReader& reader, int64_t& value) {
  uint64_t bits = 0;
  if (!reader.read_be64(bits)) return false;
  value = static_cast<int64_t>(bits ^ kSignBit);
  return true;
}

bool read_ordered_double(ByteReader& reader, double& value) {
  ByteReader ahead = reader;
  uint64_t bits = 0;
  if (!ahead.read_be64(bits)) return false;
  const std::optional<double> decoded = double_from_ordered_bits(bits);
  if (!decoded) return false;
  value = *decoded;
  reader = ahead;
  return true;
}

}  // namespace keemun
