#include "format/encoding.h"

namespace keemun::format {

namespace {

// Of each type the bits of its versions: every meta that is read asks.
constexpr size_t kTypeCount = 7;
constexpr auto kVersions = [] {
  std::array<uint32_t, kTypeCount> versions = {};
  for (const Encoding encoding : kAllEncodings) {
    versions.at(static_cast<size_t>(type_of(encoding))) |= 1U << encode_version_of(encoding);
  }
  return versions;
}();

}  // namespace

std::optional<Encoding> encoding_of(KeyType type, uint8_t encode_version) {
  constexpr unsigned kVersionBits = 32;
  const auto number = static_cast<size_t>(type);
  if (number >= kTypeCount || encode_version >= kVersionBits) return std::nullopt;
  if ((kVersions[number] >> encode_version & 1) == 0) return std::nullopt;
  return static_cast<Encoding>(encode_version << 8 | static_cast<uint8_t>(type));
}

bool keeps_count(Encoding encoding) {
  switch (encoding) {
    case Encoding::kHashCounted:
    case Encoding::kHashCountedCached:
    case Encoding::kZSetIndexed:
    case Encoding::kZSetRedisCached:
    case Encoding::kZSetRedisIndexed:
    case Encoding::kList:
    case Encoding::kSetCounted:
    case Encoding::kSetCountedCached:
    case Encoding::kStream:
      return true;
    case Encoding::kString:
    case Encoding::kHashBlind:
    case Encoding::kHashBlindCached:
    case Encoding::kZSetRedisStored:
    case Encoding::kSetBlind:
    case Encoding::kSetBlindCached:
      return false;
  }
  return false;
}

}  // namespace keemun::format
