// Sockets of a server: all of them non-blocking. Failures of the kind that a wrong configuration
// makes are CommandErrors whose text a person can act on.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/command_error.h"
#include "base/descriptor.h"

namespace keemun::server {

// This machine has no such address.
class NoSuchAddress : public CommandError {
 public:
  using CommandError::CommandError;
};

// `host` is an address; "*" is every IPv4 address and "::*" every IPv6 one. Nobody else may have it
// then, and nobody gets in before it is listened on.
Descriptor bind_tcp(const Bytes& host, int64_t port);
void listen_on(const Descriptor& socket, int64_t backlog);
// A socket file that nobody listens on any more is replaced. `permissions` 0: as the umask has it.
Descriptor listen_unix(const Bytes& path, int64_t permissions, int64_t backlog);

struct Accepted {
  Descriptor socket;
  Bytes address;          // "127.0.0.1:50000", or "path:0" of a unix socket
  Bytes local_address;    // the same of our side
  bool is_local = false;  // from this machine
  bool is_unix = false;
};

// None when nobody waits, or when this process has no descriptor left for one that does.
std::optional<Accepted> accept_one(const Descriptor& listener);

// Of our side: "127.0.0.1:6379", or "path:0" of a unix socket.
Bytes local_address(const Descriptor& socket);

// Probes a peer that has been silent for so long; 0 never does.
void set_keepalive(const Descriptor& socket, int64_t seconds);

}  // namespace keemun::server
