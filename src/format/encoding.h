// Which type a key has and how it is kept, as the first two bytes of its meta row say it.
//
// The value of an Encoding is those two bytes read as one big-endian number: encode version first,
// key type second. They are on disk: a value is never changed and never given to something else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace keemun::format {

// On disk.
enum class KeyType : uint8_t {
  kString = 1,
  kHash = 2,
  kZSet = 3,
  kList = 4,
  kSet = 5,
  kStream = 6
};

// On disk: 0xVVTT.
enum class Encoding : uint16_t {
  kString = 0x0001,
  kHashCounted = 0x0002,
  kHashBlind = 0x0102,
  kHashCountedCached = 0x0202,
  kHashBlindCached = 0x0302,
  kZSetIndexed = 0x0003,       // member rows and score rows
  kZSetRedisCached = 0x0103,   // member rows; the whole zset cached in Redis
  kZSetRedisIndexed = 0x0203,  // member and index rows; the index zset cached in Redis
  kZSetRedisStored = 0x0303,   // index rows; the index zset stored in Redis
  kList = 0x0004,
  kSetCounted = 0x0005,
  kSetBlind = 0x0105,
  kSetCountedCached = 0x0205,
  kSetBlindCached = 0x0305,
  kStream = 0x0006,
};

inline constexpr std::array kAllEncodings = {
    Encoding::kString,           Encoding::kHashCounted,
    Encoding::kHashBlind,        Encoding::kHashCountedCached,
    Encoding::kHashBlindCached,  Encoding::kZSetIndexed,
    Encoding::kZSetRedisCached,  Encoding::kZSetRedisIndexed,
    Encoding::kZSetRedisStored,  Encoding::kList,
    Encoding::kSetCounted,       Encoding::kSetBlind,
    Encoding::kSetCountedCached, Encoding::kSetBlindCached,
    Encoding::kStream,
};

constexpr KeyType type_of(Encoding encoding) {
  return static_cast<KeyType>(static_cast<uint16_t>(encoding) & 0xFF);
}
constexpr uint8_t encode_version_of(Encoding encoding) {
  return static_cast<uint8_t>(static_cast<uint16_t>(encoding) >> 8);
}

// From what a configuration names: (hash, 1). None if there is no such encoding.
std::optional<Encoding> encoding_of(KeyType type, uint8_t encode_version);

// Whether the meta row carries the number of elements.
bool keeps_count(Encoding encoding);

}  // namespace keemun::format
