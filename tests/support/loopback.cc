#include "support/loopback.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"

namespace keemun {

sockaddr_in loopback(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int free_port() {
  const int probe = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = loopback(0);
  socklen_t bytes = sizeof address;
  CHECK(bind(probe, reinterpret_cast<sockaddr*>(&address), bytes) == 0);
  CHECK(getsockname(probe, reinterpret_cast<sockaddr*>(&address), &bytes) == 0);
  close(probe);
  return ntohs(address.sin_port);
}

}  // namespace keemun
