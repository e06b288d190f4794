// The MD5 digest of some bytes. It spreads and names rows; nothing here is meant to be secret.
// Callable from any thread.
#pragma once

#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace keemun {

using Md5Digest = std::array<uint8_t, 16>;

Md5Digest md5(BytesView bytes);

// The digest's sixteen raw bytes, or the first `count` of them, as rows carry them.
Bytes md5_bytes(BytesView bytes, size_t count = 16);

}  // namespace keemun
