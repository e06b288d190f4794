#include "verify/wire.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "verify/target.h"

namespace keemun::verify {

namespace {

bool is_late(int error) {
  return error == EAGAIN || error == EWOULDBLOCK;
}

}  // namespace

void Wire::write(BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && is_late(errno)) fail("cannot be written to", "its time is up");
    if (count < 0) fail_as_closed(std::strerror(errno));
    bytes.remove_prefix(static_cast<size_t>(count));
  }
}

BytesView Wire::read(std::span<char> into) {
  while (true) {
    const ssize_t count = recv(socket_, into.data(), into.size(), 0);
    if (count > 0) return {into.data(), static_cast<size_t>(count)};
    if (count == 0) fail_as_closed();
    if (is_late(errno)) fail_as_late();
    if (errno != EINTR) fail_as_closed(std::strerror(errno));
  }
}

bool Wire::has_unread() {
  char byte = 0;
  return recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

void Wire::fail(const Bytes& what, const Bytes& why) const {
  throw TargetError(server_ + " " + what + ": " + why);
}

void Wire::fail_as_closed(const Bytes& why) const {
  throw ConnectionLost(server_ + " closed the connection: " + why);
}

void Wire::fail_as_late() const {
  fail("does not answer", "its time is up");
}

}  // namespace keemun::verify
