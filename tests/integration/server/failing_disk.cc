// Preloaded into a server, a disk on which the store's log fails: as long as the file that
// KEEMUN_TEST_FAILURE names is there, what it holds ("write" or "fdatasync") ends in EIO.
#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

bool is_of_a_log(int file) {
  char link[64];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  return size > 4 && std::memcmp(path + size - 4, ".log", 4) == 0;
}

bool fails(const char* call, int file) {
  const char* path = std::getenv("KEEMUN_TEST_FAILURE");
  FILE* wanted = path == nullptr ? nullptr : std::fopen(path, "r");
  if (wanted == nullptr) return false;
  char name[16] = {};
  const bool is_named =
      std::fgets(name, sizeof name, wanted) != nullptr && std::strcmp(name, call) == 0;
  std::fclose(wanted);
  return is_named && is_of_a_log(file);
}

template <typename Call>
Call next(const char* name) {
  return reinterpret_cast<Call>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t size) {
  static const auto kWrite = next<ssize_t (*)(int, const void*, size_t)>("write");
  if (!fails("write", file)) return kWrite(file, bytes, size);
  errno = EIO;
  return -1;
}

int fdatasync(int file) {
  static const auto kSync = next<int (*)(int)>("fdatasync");
  if (!fails("fdatasync", file)) return kSync(file);
  errno = EIO;
  return -1;
}

}  // extern "C"
