#include "server/net/stream.h"

#include <sys/socket.h>

#include <cerrno>

namespace keemun::server {

namespace {

Stream::Transfer transfer_of(ssize_t result) {
  using Status = Stream::Status;
  if (result > 0) return {Status::kDone, static_cast<size_t>(result)};
  if (result < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
    return {Status::kAgain, 0};
  }
  return {Status::kClosed, 0};
}

}  // namespace

Stream::Transfer Stream::read(std::span<char> into) {
  const ssize_t result = ::recv(socket_.number(), into.data(), into.size(), 0);
  return result == 0 ? Transfer{Status::kEnded, 0} : transfer_of(result);
}

Stream::Transfer Stream::write(BytesView from) {
  return transfer_of(::send(socket_.number(), from.data(), from.size(), MSG_NOSIGNAL));
}

void Stream::finish() {
  ::shutdown(socket_.number(), SHUT_WR);
}

}  // namespace keemun::server
