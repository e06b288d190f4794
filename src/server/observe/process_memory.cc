#include "server/observe/process_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

// Of jemalloc alone, and null where the process has another allocator.
extern "C" int mallctl(const char*, void*, size_t*, void*, size_t) __attribute__((weak));
extern "C" void malloc_stats_print(void (*)(void*, const char*), void*, const char*)
    __attribute__((weak));

namespace keemun::server {

namespace {

int64_t allocator_figure(const char* name) {
  size_t bytes = 0;
  size_t its_size = sizeof bytes;
  mallctl(name, &bytes, &its_size, nullptr, 0);
  return static_cast<int64_t>(bytes);
}

}  // namespace

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

std::optional<AllocatorBytes> allocator_bytes() {
  if (mallctl == nullptr) return std::nullopt;
  uint64_t epoch = 1;  // figures are as of the last time that somebody wrote one
  mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);
  return AllocatorBytes{allocator_figure("stats.allocated"), allocator_figure("stats.active"),
                        allocator_figure("stats.resident")};
}

std::optional<Bytes> allocator_statistics() {
  if (malloc_stats_print == nullptr) return std::nullopt;
  Bytes text;
  const auto append = [](void* place, const char* part) { *static_cast<Bytes*>(place) += part; };
  malloc_stats_print(append, &text, nullptr);
  return text;
}

void purge_allocator() {
  if (mallctl == nullptr) return;
  mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);  // of all of them
}

void have_allocator_purged() {
  if (mallctl == nullptr) return;
  bool is_on = true;
  mallctl("background_thread", nullptr, nullptr, &is_on, sizeof is_on);
}

}  // namespace keemun::server
