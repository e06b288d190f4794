// CRC16 (XMODEM: polynomial 0x1021, start 0, no reflection) and the Redis Cluster slot of a key.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun {

constexpr uint16_t kSlotCount = 16384;

uint16_t crc16(BytesView bytes);

// The part of the key that decides its slot: what stands between the first '{' and the first '}'
// after it, if anything stands there; otherwise the whole key. Points into `key`.
BytesView hash_tag(BytesView key);

// crc16 of the hash tag modulo kSlotCount.
uint16_t key_slot(BytesView key);

}  // namespace keemun
