// Preloaded into a server, a disk that answers when the test lets it: as long as the file that
// KEEMUN_TEST_GATE names is there, nothing of a store's tables is in the memory of the system, and
// none is compacted into another; and reads of them wait, and what is written to them, but where
// the file is empty. Where it says "log", it is the log that waits when it is synced.
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum class Gate { kOpen, kForgets, kShut, kShutForTheLog };

constexpr useconds_t kLookUs = 1000;

Gate gate() {
  const char* path = std::getenv("KEEMUN_TEST_GATE");
  struct stat found;
  if (path == nullptr || stat(path, &found) != 0) return Gate::kOpen;
  if (found.st_size == 0) return Gate::kForgets;
  return found.st_size == std::strlen("log") ? Gate::kShutForTheLog : Gate::kShut;
}

bool is_named(int file, const char* ending) {
  char link[64];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return false;
  path[size] = '\0';
  return std::strstr(path, ending) != nullptr;
}

bool is_of_a_table(int file) {
  return is_named(file, ".sst");
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
  while (must_wait() && is_of_a_table(file)) usleep(kLookUs);
  const iovec part = {place, size};
  return preadv(file, &part, 1, offset);
}

ssize_t write(int file, const void* bytes, size_t size) {
  while (gate() == Gate::kShut && is_of_a_table(file)) usleep(kLookUs);
  return syscall(SYS_write, file, bytes, size);
}

int fdatasync(int file) {
  while (gate() == Gate::kShutForTheLog && is_named(file, ".log")) usleep(kLookUs);
  return static_cast<int>(syscall(SYS_fdatasync, file));
}

ssize_t preadv2(int file, const iovec* parts, int count, off_t offset, int flags) {
  if ((flags & RWF_NOWAIT) != 0 && gate() != Gate::kOpen && gate() != Gate::kShutForTheLog &&
      is_of_a_table(file)) {
    errno = EAGAIN;
    return -1;
  }
  return preadv(file, parts, count, offset);
}

}  // extern "C"
