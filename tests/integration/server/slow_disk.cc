// Preloaded into a server, a disk that answers when the test lets it: as long as the file that
// KEEMUN_TEST_GATE names is there, nothing of a store's tables is in the memory of the system, and
// none is compacted into another; and reads of them wait, but where the file is empty.
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum class Gate { kOpen, kForgets, kShut };

Gate gate() {
  const char* path = std::getenv("KEEMUN_TEST_GATE");
  struct stat found;
  if (path == nullptr || stat(path, &found) != 0) return Gate::kOpen;
  return found.st_size == 0 ? Gate::kForgets : Gate::kShut;
}

bool is_of_a_table(int file) {
  char link[64];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return false;
  path[size] = '\0';
  return std::strstr(path, ".sst") != nullptr;
}

bool is_compacting() {
  char name[16] = {};
  prctl(PR_GET_NAME, name);
  return std::strcmp(name, "rocksdb:low") == 0;
}

bool must_wait() {
  const Gate now = gate();
  return now == Gate::kShut || (now == Gate::kForgets && is_compacting());
}

}  // namespace

extern "C" {

ssize_t pread(int file, void* place, size_t size, off_t offset) {
  constexpr useconds_t kLookUs = 1000;
  while (must_wait() && is_of_a_table(file)) usleep(kLookUs);
  const iovec part = {place, size};
  return preadv(file, &part, 1, offset);
}

ssize_t preadv2(int file, const iovec* parts, int count, off_t offset, int flags) {
  if ((flags & RWF_NOWAIT) != 0 && gate() != Gate::kOpen && is_of_a_table(file)) {
    errno = EAGAIN;
    return -1;
  }
  return preadv(file, parts, count, offset);
}

}  // extern "C"
