// A Redis server over TCP, TLS or a unix socket: one connection for each client.
#pragma once

#include <memory>

#include "verify/server_address.h"
#include "verify/target.h"
#include "verify/tls_wire.h"

namespace keemun::verify {

struct ConnectionOptions {
  TlsOptions tls;    // where the address has it
  int protocol = 2;  // or 3, which each connection asks for
};

// Connects, and throws a TargetError that says why the server cannot be played on: it refuses, it
// wants a password, it does not speak Redis' protocol.
std::unique_ptr<Target> connect_redis(const ServerAddress& address,
                                      const ConnectionOptions& options = {});

}  // namespace keemun::verify
