// The signals that a server obeys, as something to wait for beside sockets.
#pragma once

#include "base/descriptor.h"
#include "server/state.h"

namespace keemun::server {

class Signals {
 public:
  // From now on SIGTERM and SIGHUP wait until they are obeyed, in this thread and in those that it
  // starts; and so does the first SIGINT. Another one ends the process at once, whatever it is in
  // the middle of: for who presses Ctrl-C again.
  static void prepare();

  // Once prepared.
  Signals();

  // Can be read when one has come.
  const Descriptor& bell() const { return bell_; }
  // SIGHUP opens the log file anew; SIGTERM and SIGINT end the server.
  void obey(State& state);

 private:
  const Descriptor bell_;
};

}  // namespace keemun::server
