// Preloaded into a server, a disk that answers when the test lets it: as long as the file that
// KEEMUN_TEST_GATE names is there, nothing of a store's tables is in the memory of the system, and
// reads of them wait.
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

bool is_behind_the_gate(int file) {
  const char* gate = std::getenv("KEEMUN_TEST_GATE");
  if (gate == nullptr || access(gate, F_OK) != 0) return false;
  char link[64];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return false;
  path[size] = '\0';
  return std::strstr(path, ".sst") != nullptr;
}

}  // namespace

extern "C" {

ssize_t pread(int file, void* place, size_t size, off_t offset) {
  constexpr useconds_t kLookUs = 1000;
  while (is_behind_the_gate(file)) usleep(kLookUs);
  const iovec part = {place, size};
  return preadv(file, &part, 1, offset);
}

ssize_t preadv2(int file, const iovec* parts, int count, off_t offset, int flags) {
  if ((flags & RWF_NOWAIT) != 0 && is_behind_the_gate(file)) {
    errno = EAGAIN;
    return -1;
  }
  return preadv(file, parts, count, offset);
}

}  // extern "C"
