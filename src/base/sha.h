// SHA digests of some bytes, in lower-case hexadecimal digits: of forty, by which clients know a
// script, and of sixty-four, by which Redis shows a password. Callable from any thread.
#pragma once

#include "base/bytes.h"

namespace keemun {

Bytes sha1_hex(BytesView bytes);
Bytes sha256_hex(BytesView bytes);

}  // namespace keemun
