#include "server/process_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

// Of jemalloc alone, and null where the process has another allocator.
extern "C" int mallctl(const char*, void*, size_t*, void*, size_t) __attribute__((weak));

namespace keemun::server {

int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  int64_t total_pages = 0;
  int64_t resident_pages = 0;
  file >> total_pages >> resident_pages;
  return resident_pages * ::sysconf(_SC_PAGESIZE);
}

int64_t peak_resident_bytes() {
  rusage own = {};
  ::getrusage(RUSAGE_SELF, &own);
  constexpr int64_t kBytesPerKilobyte = 1024;
  return std::max(own.ru_maxrss * kBytesPerKilobyte, resident_bytes());
}

int64_t system_memory_bytes() {
  return ::sysconf(_SC_PHYS_PAGES) * ::sysconf(_SC_PAGESIZE);
}

BytesView allocator_name() {
  return mallctl == nullptr ? "libc" : "jemalloc";
}

}  // namespace keemun::server
