#include "support/raw_client.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <utility>

#include "base/check.h"
#include "resp/encoder.h"
#include "support/loopback.h"

namespace keemun {

RawClient::RawClient(const Bytes& socket_path) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  CHECK(socket_path.size() < sizeof address.sun_path);
  std::memcpy(address.sun_path, socket_path.data(), socket_path.size());
  connect_to(reinterpret_cast<const sockaddr&>(address), sizeof address);
}

RawClient::RawClient(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
  constexpr int kReceivedBytes = 64 << 10;
  CHECK(setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &kReceivedBytes, sizeof kReceivedBytes) == 0);
  const sockaddr_in address = loopback(port);
  connect_to(reinterpret_cast<const sockaddr&>(address), sizeof address);
}

void RawClient::connect_to(const sockaddr& address, socklen_t bytes) {
  // A server that does not answer fails the test instead of holding it up.
  constexpr timeval kPatience = {60, 0};
  CHECK(setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience) == 0);
  CHECK(setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience) == 0);
  CHECK(connect(socket_, &address, bytes) == 0);
}

RawClient::~RawClient() {
  close(socket_);
}

bool RawClient::send(BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

bool RawClient::send_if_taken(BytesView bytes) {
  constexpr int kPatienceMs = 200;
  while (!bytes.empty()) {
    pollfd socket = {socket_, POLLOUT, 0};
    if (::poll(&socket, 1, kPatienceMs) <= 0) return false;
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

bool RawClient::send_request(const std::vector<Bytes>& words) {
  Bytes bytes;
  const std::vector<BytesView> views(words.begin(), words.end());
  resp::encode_request(views, bytes);
  return send(bytes);
}

void RawClient::reset() {
  const linger at_once = {.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(std::exchange(socket_, -1));
}

void RawClient::finish() {
  shutdown(socket_, SHUT_WR);
}

std::optional<resp::Reply> RawClient::read() {
  resp::Reply reply;
  char buffer[4096];
  while (parser_.next(reply) == resp::ReplyParser::Status::kNeedMore) {
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) return std::nullopt;
    parser_.feed(BytesView(buffer, static_cast<size_t>(count)));
  }
  CHECK(parser_.error().empty());
  return reply;
}

bool RawClient::has_news() const {
  pollfd socket = {socket_, POLLIN, 0};
  return ::poll(&socket, 1, 0) > 0;
}

Bytes RawClient::ask(const std::vector<Bytes>& words) {
  constexpr int kTimesGoneMax = 100;
  if (send_request(words)) {
    if (const auto reply = read()) return resp::to_transcript(*reply);
  }
  if (++times_gone_ == kTimesGoneMax) throw std::runtime_error("asked for ever: it has gone");
  return "(gone)";
}

Bytes RawClient::read_all() {
  Bytes bytes;
  char buffer[4096];
  while (true) {
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) return bytes;
    bytes.append(buffer, static_cast<size_t>(count));
  }
}

}  // namespace keemun
