#include "rdb/payload.h"

#include <cstdint>

#include "base/crc64.h"
#include "rdb/little_endian.h"

namespace keemun::rdb {

namespace {

// That of Redis 7.0. Later ones add types of values, and each value says of which type it is: Redis
// 7.2 writes version 11, 7.4 and 8 write 12.
constexpr uint16_t kVersion = 10;
constexpr uint16_t kVersionMax = 12;

}  // namespace

Bytes sealed(Bytes content) {
  append_little_endian(content, kVersion);
  append_little_endian(content, crc64(content));
  return content;
}

std::optional<BytesView> opened(BytesView payload) {
  constexpr size_t kVersionBytes = sizeof(uint16_t);
  constexpr size_t kChecksumBytes = sizeof(uint64_t);
  if (payload.size() < kVersionBytes + kChecksumBytes) return std::nullopt;
  const BytesView sealed_bytes = payload.substr(0, payload.size() - kChecksumBytes);
  const size_t content_size = sealed_bytes.size() - kVersionBytes;
  const auto version = load_little_endian<uint16_t>(sealed_bytes.substr(content_size));
  const auto checksum = load_little_endian<uint64_t>(payload.substr(sealed_bytes.size()));
  if (version > kVersionMax || checksum != crc64(sealed_bytes)) return std::nullopt;
  return payload.substr(0, content_size);
}

}  // namespace keemun::rdb
