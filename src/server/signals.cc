#include "server/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

namespace keemun::server {

namespace {

sigset_t obeyed() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  return signals;
}

int open_signals() {
  const sigset_t wanted = obeyed();
  return ::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
}

}  // namespace

void Signals::block() {
  const sigset_t blocked = obeyed();
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
}

Signals::Signals() : bell_(open_signals()) {}

void Signals::let_interrupt_end() {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  ::pthread_sigmask(SIG_UNBLOCK, &interrupt, nullptr);
}

void Signals::obey(State& state) {
  signalfd_siginfo signal = {};
  while (::read(bell_.number(), &signal, sizeof signal) == sizeof signal) {
    if (signal.ssi_signo == SIGHUP) {
      state.log.reopen();
    } else {
      state.shutdown_reason = signal.ssi_signo == SIGINT ? "Received SIGINT" : "Received SIGTERM";
    }
  }
}

}  // namespace keemun::server
