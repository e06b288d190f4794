#include "server/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

namespace keemun::server {

namespace {

int open_signals() {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGTERM);
  sigaddset(&wanted, SIGINT);
  sigaddset(&wanted, SIGHUP);
  return ::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
}

}  // namespace

Signals::Signals() : bell_(open_signals()) {}

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
