// What the process takes of the machine's memory, as the system sees it.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun::server {

int64_t resident_bytes();
int64_t peak_resident_bytes();
int64_t system_memory_bytes();
// Whose malloc it is: "jemalloc" or "libc".
BytesView allocator_name();

}  // namespace keemun::server
