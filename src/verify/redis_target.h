// A Redis server over TCP, TLS or a unix socket: one connection for each client.
#pragma once

#include <memory>

#include "verify/server_address.h"
#include "verify/target.h"
#include "verify/tls_wire.h"

namespace keemun::verify {

// Connects, and throws a TargetError that says why the server cannot be played on: it refuses, it
// wants a password, it does not speak Redis' protocol. `tls` counts where the address has it.
std::unique_ptr<Target> connect_redis(const ServerAddress& address, const TlsOptions& tls = {});

}  // namespace keemun::verify
