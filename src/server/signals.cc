#include "server/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace keemun::server {

namespace {

sigset_t read_by_the_loop() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  return signals;
}

int open_signals() {
  const sigset_t wanted = read_by_the_loop();
  return ::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
}

// Hands the interrupt to the loop, as one that says so. The next is not handled.
void pass_on(int /*signal*/) {
  const int errno_before = errno;  // of whatever is interrupted
  sigval value = {};
  value.sival_int = SIGINT;
  ::sigqueue(::getpid(), SIGTERM, value);
  errno = errno_before;
}

}  // namespace

void Signals::prepare() {
  struct sigaction once = {};
  once.sa_handler = pass_on;
  once.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &once, nullptr);
  const sigset_t blocked = read_by_the_loop();
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
}

Signals::Signals() : bell_(open_signals()) {}

void Signals::obey(State& state) {
  signalfd_siginfo signal = {};
  while (::read(bell_.number(), &signal, sizeof signal) == sizeof signal) {
    if (signal.ssi_signo == SIGHUP) {
      state.log.reopen();
    } else {
      const bool is_interrupt = signal.ssi_code == SI_QUEUE && signal.ssi_int == SIGINT;
      state.shutdown_reason = is_interrupt ? "Received SIGINT" : "Received SIGTERM";
    }
  }
}

}  // namespace keemun::server
