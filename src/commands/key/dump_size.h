// How large what DUMP answers may become.
#pragma once

#include <cstddef>

#include "commands/string/string_limit.h"

namespace keemun::commands {

inline void check_dump_size(size_t size) {
  if (size > kStringBytesMax) throw_error("ERR value is too large to be dumped");
}

}  // namespace keemun::commands
