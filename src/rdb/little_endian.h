// Integers as little-endian bytes, as Redis writes most of its own.
#pragma once

#include <bit>
#include <cstring>

#include "base/bytes.h"
#include "base/check.h"

namespace keemun::rdb {

static_assert(std::endian::native == std::endian::little);

template <typename Integer>
void append_little_endian(Bytes& out, Integer value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Of bytes that are as many.
template <typename Integer>
Integer load_little_endian(BytesView bytes) {
  Integer value = 0;
  CHECK(bytes.size() == sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace keemun::rdb
