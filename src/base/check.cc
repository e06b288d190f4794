#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace keemun {

void check_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "CHECK failed: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace keemun
