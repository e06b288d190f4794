// Integers as big-endian bytes, and the cursor that reads them back.
//
// Big-endian makes memcmp order the order of the unsigned numbers. A signed number is written as
// its two's complement, which does not keep the order; ordered_codec.h has the form that does.
//
// ByteReader never reads past the end of its bytes: every read that finds too few of them answers
// false and leaves both the cursor and the result as they were. What it hands out points into the
// bytes it was given, which the caller owns and keeps alive.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/bytes.h"

namespace keemun {

namespace detail {

// From the machine's order to the other way round, and back. The compiler makes one instruction of
// the builtins and a loop of anything else.
template <typename Unsigned>
Unsigned big_endian(Unsigned value) {
  static_assert(std::is_unsigned_v<Unsigned>);
  if constexpr (std::endian::native == std::endian::big || sizeof(Unsigned) == 1) {
    return value;
  } else if constexpr (sizeof(Unsigned) == 2) {
    return __builtin_bswap16(value);
  } else if constexpr (sizeof(Unsigned) == 4) {
    return __builtin_bswap32(value);
  } else {
    return __builtin_bswap64(value);
  }
}

template <typename Unsigned>
void append_big_endian(Bytes& out, Unsigned value) {
  const Unsigned bytes = big_endian(value);
  out.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
}

template <typename Unsigned>
Unsigned load_big_endian(const char* bytes) {
  Unsigned value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return big_endian(value);
}

}  // namespace detail

// Into bytes that are there, and as many as it has; answers where they end.
template <typename Unsigned>
char* store_be(char* at, Unsigned value) {
  const Unsigned bytes = detail::big_endian(value);
  std::memcpy(at, &bytes, sizeof bytes);
  return at + sizeof bytes;
}

inline void append_u8(Bytes& out, uint8_t value) {
  out.push_back(static_cast<char>(value));
}
inline void append_be16(Bytes& out, uint16_t value) {
  detail::append_big_endian(out, value);
}
inline void append_be32(Bytes& out, uint32_t value) {
  detail::append_big_endian(out, value);
}
inline void append_be64(Bytes& out, uint64_t value) {
  detail::append_big_endian(out, value);
}
inline void append_be_int64(Bytes& out, int64_t value) {
  append_be64(out, static_cast<uint64_t>(value));
}

class ByteReader {
 public:
  explicit ByteReader(BytesView bytes) : rest_(bytes) {}

  [[nodiscard]] bool read_u8(uint8_t& value) { return read(value); }
  [[nodiscard]] bool read_be16(uint16_t& value) { return read(value); }
  [[nodiscard]] bool read_be32(uint32_t& value) { return read(value); }
  [[nodiscard]] bool read_be64(uint64_t& value) { return read(value); }
  [[nodiscard]] bool read_be_int64(int64_t& value) {
    uint64_t bits = 0;
    if (!read(bits)) return false;
    value = static_cast<int64_t>(bits);
    return true;
  }

  [[nodiscard]] bool read_bytes(size_t count, BytesView& bytes) {
    if (rest_.size() < count) return false;
    bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return true;
  }

  // Steps over `expected` if the rest begins with it.
  [[nodiscard]] bool skip(BytesView expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }

  BytesView rest() const { return rest_; }
  bool at_end() const { return rest_.empty(); }

 private:
  template <typename Unsigned>
  bool read(Unsigned& value) {
    if (rest_.size() < sizeof(Unsigned)) return false;
    value = detail::load_big_endian<Unsigned>(rest_.data());
    rest_.remove_prefix(sizeof(Unsigned));
    return true;
  }

  BytesView rest_;
};

}  // namespace keemun
