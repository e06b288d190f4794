#include "server/threads/this_thread.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace keemun::server {

namespace {

// As Linux has had it since 3.14. Its own header cannot be read beside that of the C library.
struct SchedulingOfThread {
  uint32_t size = sizeof(SchedulingOfThread);
  uint32_t policy = 0;
  uint64_t flags = 0;
  int32_t niceness = 0;
  uint32_t priority = 0;
  uint64_t turn_ns = 0;
  uint64_t deadline_ns = 0;
  uint64_t period_ns = 0;
};
static_assert(sizeof(SchedulingOfThread) == 48);

constexpr uint64_t kShortTurnNs = 100'000;  // the shortest that there is

}  // namespace

void name_this_thread(const char* name) {
  pthread_setname_np(pthread_self(), name);
}

void ask_for_short_turns() {
  SchedulingOfThread scheduling;
  constexpr pid_t kThisThread = 0;
  if (syscall(SYS_sched_getattr, kThisThread, &scheduling, sizeof(scheduling), 0U) != 0) return;
  if (scheduling.policy != SCHED_OTHER) return;  // somebody has chosen another
  scheduling.turn_ns = kShortTurnNs;
  syscall(SYS_sched_setattr, kThisThread, &scheduling, 0U);
}

}  // namespace keemun::server
