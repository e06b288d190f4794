#include "rdb/reader.h"

#include <liblzf/lzf.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::rdb {

namespace {

constexpr uint8_t kTwoBytes = 0x40;
constexpr uint8_t kFourBytes = 0x80;
constexpr uint8_t kEightBytes = 0x81;
constexpr uint8_t kInt8 = 0xc0;
constexpr uint8_t kInt16 = 0xc1;
constexpr uint8_t kInt32 = 0xc2;
constexpr uint8_t kCompressed = 0xc3;

}  // namespace

void throw_bad_data() {
  throw CommandError("ERR Bad data format");
}

BytesView Reader::bytes(uint64_t count) {
  if (rest_.size() < count) throw_bad_data();
  const BytesView taken = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return taken;
}

uint64_t Reader::length_behind(uint8_t first) {
  if (first < kTwoBytes) return first;
  if (first < kFourBytes) return uint64_t{first & 0x3fU} << 8 | byte();
  if (first == kFourBytes) return big_endian<uint32_t>();
  if (first == kEightBytes) return big_endian<uint64_t>();
  throw_bad_data();
}

uint64_t Reader::length() {
  return length_behind(byte());
}

Bytes Reader::string() {
  const uint8_t first = byte();
  switch (first) {
    case kInt8:
      return format_int64(little_endian<int8_t>());
    case kInt16:
      return format_int64(little_endian<int16_t>());
    case kInt32:
      return format_int64(little_endian<int32_t>());
    case kCompressed:
      return compressed();
    default:
      return Bytes(bytes(length_behind(first)));
  }
}

// What is said to be longer than it can be is not given room.
Bytes Reader::compressed() {
  constexpr uint64_t kStringBytesMax = uint64_t{512} << 20;
  constexpr uint64_t kGrowthMax = 264 / 3;  // three bytes say that as many are repeated
  const uint64_t size = length();
  const uint64_t original_size = length();
  const BytesView packed = bytes(size);
  if (original_size > size * kGrowthMax || original_size > kStringBytesMax) throw_bad_data();
  Bytes original(original_size, '\0');
  const unsigned made = lzf_decompress(packed.data(), static_cast<unsigned>(packed.size()),
                                       original.data(), static_cast<unsigned>(original.size()));
  if (made == 0 || made != original.size()) throw_bad_data();
  return original;
}

double Reader::score() {
  const double score = std::bit_cast<double>(little_endian<uint64_t>());
  if (std::isnan(score)) throw_bad_data();
  return score;
}

double Reader::score_text() {
  constexpr uint8_t kNotANumber = 253;
  constexpr uint8_t kInfinity = 254;
  constexpr uint8_t kMinusInfinity = 255;
  const uint8_t size = byte();
  if (size == kNotANumber) throw_bad_data();
  if (size == kInfinity) return std::numeric_limits<double>::infinity();
  if (size == kMinusInfinity) return -std::numeric_limits<double>::infinity();
  const auto score = parse_double(bytes(size));
  if (!score) throw_bad_data();
  return *score;
}

}  // namespace keemun::rdb
