#include "format/encoding.h"

#include <algorithm>

namespace keemun::format {

std::optional<Encoding> encoding_of(KeyType type, uint8_t encode_version) {
  const auto encoding = static_cast<Encoding>(encode_version << 8 | static_cast<uint8_t>(type));
  if (std::find(kAllEncodings.begin(), kAllEncodings.end(), encoding) == kAllEncodings.end()) {
    return std::nullopt;
  }
  return encoding;
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
