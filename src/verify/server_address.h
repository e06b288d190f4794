// Where a server is and who one is there, as it stands on a command line.
#pragma once

#include <optional>

#include "base/bytes.h"

namespace keemun::verify {

struct ServerAddress {
  Bytes host;  // empty: `path` is a unix socket
  int port = 0;
  Bytes path;
  Bytes user;
  Bytes password;  // empty: none
  bool has_tls = false;
};

// HOST:PORT, [IPV6]:PORT, unix:PATH, or redis://[[USER]:PASSWORD@]HOST[:PORT] with rediss: for TLS.
// In the last, %41 is A; a PASSWORD alone is taken, too, as redis-cli takes it. Databases are not
// named: all of them are played on.
std::optional<ServerAddress> parse_server_address(BytesView text);

// Without what is secret.
Bytes shown(const ServerAddress& address);

}  // namespace keemun::verify
