#include "server/config/descriptor_limit.h"

#include <sys/resource.h>

#include <algorithm>

#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::server {

namespace {

// What a process needs beside its clients: the store's files, and logs, listeners and bells.
constexpr int64_t kOwnMax = 1100;
constexpr int64_t kBesideStore = 76;
constexpr int64_t kStoreFilesMin = 16;
constexpr int64_t kOwnMin = kBesideStore + kStoreFilesMin;

int64_t limit_of(const rlim_t& limit) {
  constexpr rlim_t kEnough = rlim_t{1} << 31;
  return static_cast<int64_t>(std::min(limit, kEnough));
}

// Of what the system allows at most.
int64_t own_share(const rlimit& limit) {
  return std::clamp(limit_of(limit.rlim_max) / 2, kOwnMin, kOwnMax);
}

rlimit limit_now() {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit;
}

}  // namespace

int store_files_max() {
  const rlimit limit = limit_now();
  constexpr int64_t kLeast = kOwnMin + 1;  // and a client
  if (limit_of(limit.rlim_max) < kLeast) {
    throw CommandError("the system allows " + format_int64(limit_of(limit.rlim_max)) +
                       " open files (ulimit -n): at least " + format_int64(kLeast) + " are needed");
  }
  return static_cast<int>(own_share(limit) - kBesideStore);
}

int64_t make_room_for_clients(int64_t clients) {
  rlimit limit = limit_now();
  const int64_t wanted = clients + own_share(limit);
  if (limit_of(limit.rlim_cur) < wanted) {
    limit.rlim_cur = std::min(static_cast<rlim_t>(wanted), limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    limit = limit_now();
  }
  return std::clamp<int64_t>(limit_of(limit.rlim_cur) - own_share(limit), 1, clients);
}

}  // namespace keemun::server
