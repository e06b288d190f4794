// Preloaded into a server, a wall clock that somebody sets back: by an hour, from when the file
// that KEEMUN_TEST_STEP names is there.
#include <dlfcn.h>
#include <sys/stat.h>
#include <time.h>

#include <cstdlib>

extern "C" int clock_gettime(clockid_t clock, timespec* now) {
  using Call = int (*)(clockid_t, timespec*);
  static const auto kClock = reinterpret_cast<Call>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int result = kClock(clock, now);
  const char* path = std::getenv("KEEMUN_TEST_STEP");
  struct stat found;
  constexpr time_t kHour = 3600;
  if (clock == CLOCK_REALTIME && path != nullptr && stat(path, &found) == 0) now->tv_sec -= kHour;
  return result;
}
