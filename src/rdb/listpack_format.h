// What reading and writing a listpack have to agree on.
//
//   size of all   how many   { element, its size }   end
//        4           2                                ff
#pragma once

#include <cstddef>
#include <cstdint>

namespace keemun::rdb {

inline constexpr size_t kListpackHeadBytes = 6;
inline constexpr uint8_t kPackedEnd = 0xff;
// As many or more: who wants to know has to count them.
inline constexpr uint16_t kManyElements = 0xffff;

// Behind each element stands its size, for who walks backwards, seven bits in each byte, the
// highest first. Two bytes and more leave out the greatest number that would fit.
constexpr size_t bytes_of_size_behind(size_t size) {
  if (size < 1U << 7) return 1;
  if (size < (1U << 14) - 1) return 2;
  if (size < (1U << 21) - 1) return 3;
  return size < (1U << 28) - 1 ? 4 : 5;
}

// The one of these bytes behind which so many others stand.
constexpr uint8_t byte_of_size_behind(size_t size, size_t others_behind) {
  constexpr unsigned kMoreBefore = 0x80;
  const auto bits = static_cast<unsigned>(size >> 7 * others_behind) & 0x7f;
  const bool is_first = others_behind + 1 == bytes_of_size_behind(size);
  return static_cast<uint8_t>(is_first ? bits : kMoreBefore | bits);
}

}  // namespace keemun::rdb
