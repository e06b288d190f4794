// How long a string may become: 512 MB, Redis' default for proto-max-bulk-len.
#pragma once

#include <cstdint>

#include "commands/call.h"

namespace keemun::commands {

inline constexpr uint64_t kStringBytesMax = uint64_t{512} << 20;

// A string that begins with `offset` bytes shall be followed by `added` more.
inline void check_string_size(uint64_t offset, uint64_t added) {
  if (offset > kStringBytesMax || added > kStringBytesMax - offset) {
    throw_error("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
  }
}

}  // namespace keemun::commands
