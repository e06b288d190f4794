// The signals that a server obeys, as something to wait for beside sockets.
#pragma once

#include "base/descriptor.h"
#include "server/state.h"

namespace keemun::server {

class Signals {
 public:
  // In this thread and in those that it starts from now on: else a signal does what it always does.
  static void block();
  // From now on SIGINT ends the process at once: for who presses Ctrl-C again.
  static void let_interrupt_end();

  // Once they are blocked in every thread.
  Signals();

  // Can be read when one has come.
  const Descriptor& bell() const { return bell_; }
  // SIGHUP opens the log file anew; SIGTERM and SIGINT end the server.
  void obey(State& state);

 private:
  const Descriptor bell_;
};

}  // namespace keemun::server
