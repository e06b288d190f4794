// CRC-64 as Redis seals its files and payloads with it: polynomial ad93d23594c935a9, reflected,
// start 0.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun {

uint64_t crc64(BytesView bytes);

}  // namespace keemun
