// What is answered for a key whose rows cannot be read.
#pragma once

#include <cstddef>

#include "base/bytes.h"
#include "base/command_error.h"

namespace keemun::encodings {

// So much of a key or a member stands in an error.
inline Bytes shown_bytes(BytesView text) {
  constexpr size_t kBytesShown = 128;
  return Bytes(text.substr(0, kBytesShown));
}

[[noreturn]] inline void throw_corrupt_key(BytesView key, BytesView reason) {
  throw CommandError(Bytes(kOfCorruptKey) + shown_bytes(key) + "': " + Bytes(reason));
}

}  // namespace keemun::encodings
