#include "end_signals.h"

#include <atomic>
#include <csignal>

namespace keemun::programs {

namespace {

std::atomic<bool> has_come = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

void end_on_signals() {
  for (const int signal : {SIGINT, SIGTERM}) {
    std::signal(signal, [](int which) {
      has_come = true;
      std::signal(which, SIG_DFL);
    });
  }
}

bool must_end() {
  return has_come;
}

}  // namespace keemun::programs
