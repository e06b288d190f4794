// Addresses of 127.0.0.1, for tests that need a port there.
#pragma once

#include <netinet/in.h>

namespace keemun {

sockaddr_in loopback(int port);

// That nobody listens on now.
int free_port();

}  // namespace keemun
