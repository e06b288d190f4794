// The content of what FUNCTION DUMP answers and FUNCTION RESTORE takes, as Redis 7.0 writes it, so
// that libraries move between it and this server: of each library the byte F5 and its text, as RDB
// files have strings.
#pragma once

#include <vector>

#include "base/bytes.h"

namespace keemun::commands {

void add_library(Bytes& content, BytesView code);

// The texts of the libraries. Any bytes; CommandError where they are none.
std::vector<Bytes> read_libraries(BytesView content);

}  // namespace keemun::commands
