// What kind of value a key holds, as a client names it.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun::types {

enum class KeyType : uint8_t { kString, kHash, kSet, kZSet, kList, kStream };

constexpr BytesView type_name(KeyType type) {
  switch (type) {
    case KeyType::kString:
      return "string";
    case KeyType::kHash:
      return "hash";
    case KeyType::kSet:
      return "set";
    case KeyType::kZSet:
      return "zset";
    case KeyType::kList:
      return "list";
    case KeyType::kStream:
      return "stream";
  }
  return "";
}

}  // namespace keemun::types
