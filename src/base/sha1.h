// The SHA-1 digest of some bytes, as the forty lower-case digits by which clients know a script.
// Callable from any thread.
#pragma once

#include "base/bytes.h"

namespace keemun {

Bytes sha1_hex(BytesView bytes);

}  // namespace keemun
