// Where clients come in: the sockets that listen, and what a connection has to pass before it is a
// client. A listener rests until the next tick where there is no descriptor left for who waits.
//
// In the poller listeners have tokens that no client has.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/descriptor.h"
#include "server/net/poller.h"
#include "server/net/sockets.h"
#include "server/net/stream.h"
#include "server/observe/rare_warning.h"
#include "server/state.h"

namespace keemun::server {

class Listeners {
 public:
  // At the entrances, and at the unix socket, which it makes; throws CommandError with the reason
  // why not. Lowers maxclients where the system allows fewer open files. Both outlive it.
  Listeners(State& state, Poller& poller);

  static bool owns(uint64_t token) { return (token & kToken) != 0; }
  // Where it listens for TCP and TLS, as "127.0.0.1:6379".
  std::vector<Bytes> addresses() const;
  // Makes clients of those who wait.
  void accept_from(uint64_t token);
  // Those that rest look again.
  void wake();
  void close() { listeners_.clear(); }

 private:
  static constexpr uint64_t kToken = uint64_t{1} << 63;

  using Open = std::function<std::unique_ptr<Stream>(Descriptor)>;
  struct Listener {
    Descriptor socket;
    Open open;
    bool is_unix = false;
    bool is_resting = false;
  };

  void admit(Accepted accepted, Listener& listener);
  // Why it may not come in; empty where it may.
  Bytes refusal_of(const Accepted& accepted) const;

  State& state_;
  Poller& poller_;
  std::vector<Listener> listeners_;
  RareWarning without_room_;
};

}  // namespace keemun::server
