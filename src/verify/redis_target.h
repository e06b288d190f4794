// A Redis server over TCP or a unix socket: one connection for each client.
#pragma once

#include <memory>
#include <optional>

#include "verify/target.h"

namespace keemun::verify {

struct Address {
  Bytes host;  // empty: `path` is a unix socket
  int port = 0;
  Bytes path;
};

// HOST:PORT, [IPV6]:PORT or unix:PATH.
std::optional<Address> parse_address(BytesView text);

struct RedisTargetOptions {
  Address address;
  Bytes user;
  Bytes password;  // empty: none
  int timeout_ms = 10'000;
};

// Connects, and throws a TargetError that says why the server cannot be played on: it refuses, it
// wants a password, it does not speak Redis' protocol.
std::unique_ptr<Target> connect_redis(const RedisTargetOptions& options);

}  // namespace keemun::verify
