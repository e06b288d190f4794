// What the process takes of the machine's memory, as the system sees it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace keemun::server {

int64_t resident_bytes();
int64_t peak_resident_bytes();
int64_t system_memory_bytes();
// Whose malloc it is: "jemalloc" or "libc".
BytesView allocator_name();

// What jemalloc says of itself; nothing where it is another malloc.
struct AllocatorBytes {
  int64_t allocated = 0;
  int64_t active = 0;    // the pages that these lie in
  int64_t resident = 0;  // all that it holds
};
std::optional<AllocatorBytes> allocator_bytes();
std::optional<Bytes> allocator_statistics();
// Pages that nothing lies in go back to the system: now, or by a thread of the allocator's own some
// seconds after they were used last. Without it that is left to who uses them next, and a thread
// that has nothing to do keeps them.
void purge_allocator();
void have_allocator_purged();

}  // namespace keemun::server
