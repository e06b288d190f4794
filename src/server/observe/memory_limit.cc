#include "server/observe/memory_limit.h"

#include "server/observe/process_memory.h"

namespace keemun::server {

// What nobody uses is no reason to refuse anything: it is given back to the system first.
void MemoryLimit::look(int64_t bytes_max, int64_t now_ms) {
  constexpr int64_t kPurgesEveryMs = 1000;
  const auto has_more = [bytes_max] { return bytes_max > 0 && resident_bytes() > bytes_max; };
  is_exceeded_ = has_more();
  if (!is_exceeded_ || now_ms - purged_ms_ < kPurgesEveryMs) return;
  purged_ms_ = now_ms;
  purge_allocator();
  is_exceeded_ = has_more();
}

}  // namespace keemun::server
