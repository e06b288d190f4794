#include "server/net/sockets.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/number_text.h"

namespace keemun::server {

namespace {

[[noreturn]] void throw_cannot(const Bytes& what) {
  const Bytes text = what + ": " + std::strerror(errno);
  switch (errno) {
    case EADDRNOTAVAIL:
    case EAFNOSUPPORT:
    case EPFNOSUPPORT:
    case EPROTONOSUPPORT:
    case ESOCKTNOSUPPORT:
      throw NoSuchAddress(text);
    default:
      throw CommandError(text);
  }
}

void set_option(const Descriptor& socket, int level, int name, int value) {
  ::setsockopt(socket.number(), level, name, &value, sizeof value);
}

void bind_to(const Descriptor& socket, const sockaddr* address, socklen_t bytes,
             const Bytes& where) {
  if (::bind(socket.number(), address, bytes) != 0) throw_cannot("cannot listen on " + where);
}

Bytes text_of(const sockaddr_storage& address, socklen_t bytes, const Bytes& unix_path) {
  if (address.ss_family == AF_UNIX) return unix_path + ":0";
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  const int failure =
      ::getnameinfo(reinterpret_cast<const sockaddr*>(&address), bytes, host, sizeof host, port,
                    sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
  if (failure != 0) return "?:0";
  const bool is_ipv6 = address.ss_family == AF_INET6;
  return (is_ipv6 ? "[" + Bytes(host) + "]:" : Bytes(host) + ":") + port;
}

bool is_loopback(const sockaddr_storage& address) {
  if (address.ss_family == AF_UNIX) return true;
  if (address.ss_family == AF_INET) {
    const auto& ipv4 = reinterpret_cast<const sockaddr_in&>(address);
    return ntohl(ipv4.sin_addr.s_addr) >> 24 == 127;
  }
  const auto& ipv6 = reinterpret_cast<const sockaddr_in6&>(address);
  if (IN6_IS_ADDR_V4MAPPED(&ipv6.sin6_addr)) return ipv6.sin6_addr.s6_addr[12] == 127;
  return IN6_IS_ADDR_LOOPBACK(&ipv6.sin6_addr);
}

class LocalAddress {
 public:
  explicit LocalAddress(const Descriptor& socket) {
    ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address_), &bytes_);
  }
  bool is_unix() const { return address_.ss_family == AF_UNIX; }
  // Of the socket's file.
  Bytes path() const {
    return is_unix() ? reinterpret_cast<const sockaddr_un&>(address_).sun_path : Bytes();
  }
  Bytes text() const { return text_of(address_, bytes_, path()); }

 private:
  sockaddr_storage address_ = {};
  socklen_t bytes_ = sizeof address_;
};

// Whether somebody still answers there, or would if fewer asked.
bool is_listened_on(const sockaddr_un& address) {
  const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!probe) throw_cannot("cannot listen on " + Bytes(address.sun_path));
  const auto* where = reinterpret_cast<const sockaddr*>(&address);
  return ::connect(probe.number(), where, sizeof address) == 0 || errno == EAGAIN;
}

// A socket that nobody listens on, and the empty file of who asked for a name of his own.
void take_away_what_nobody_needs(const Bytes& path) {
  struct stat found = {};
  if (::stat(path.c_str(), &found) != 0) return;
  const bool is_empty_file = S_ISREG(found.st_mode) && found.st_size == 0;
  if (S_ISSOCK(found.st_mode) || is_empty_file) ::unlink(path.c_str());
}

}  // namespace

Descriptor bind_tcp(const Bytes& host, int64_t port) {
  const Bytes where = host + " port " + format_int64(port);
  addrinfo hints = {};
  hints.ai_family = host == "*" ? AF_INET : host == "::*" ? AF_INET6 : AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  const bool is_any = host == "*" || host == "::*";
  addrinfo* found = nullptr;
  const int failure =
      ::getaddrinfo(is_any ? nullptr : host.c_str(), format_int64(port).c_str(), &hints, &found);
  if (failure != 0) {
    throw NoSuchAddress("cannot listen on " + where + ": " + gai_strerror(failure));
  }
  Descriptor socket(
      ::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, found->ai_protocol));
  if (!socket) {
    ::freeaddrinfo(found);
    throw_cannot("cannot listen on " + where);
  }
  set_option(socket, SOL_SOCKET, SO_REUSEADDR, 1);
  if (found->ai_family == AF_INET6) set_option(socket, IPPROTO_IPV6, IPV6_V6ONLY, 1);
  sockaddr_storage address = {};
  const socklen_t bytes = found->ai_addrlen;
  std::memcpy(&address, found->ai_addr, bytes);
  ::freeaddrinfo(found);
  bind_to(socket, reinterpret_cast<const sockaddr*>(&address), bytes, where);
  return socket;
}

void listen_on(const Descriptor& socket, int64_t backlog) {
  if (::listen(socket.number(), static_cast<int>(backlog)) != 0) {
    throw_cannot("cannot listen on " + local_address(socket));
  }
}

Descriptor listen_unix(const Bytes& path, int64_t permissions, int64_t backlog) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    throw CommandError("cannot listen on " + path + ": the path is too long for a socket");
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  if (is_listened_on(address)) {
    throw CommandError("cannot listen on " + path + ": somebody listens there already");
  }
  take_away_what_nobody_needs(path);
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) throw_cannot("cannot listen on " + path);
  bind_to(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address, path);
  listen_on(socket, backlog);
  if (permissions != 0 && ::chmod(path.c_str(), static_cast<mode_t>(permissions)) != 0) {
    throw_cannot("cannot change the permissions of " + path);
  }
  return socket;
}

std::optional<Accepted> accept_one(const Descriptor& listener) {
  sockaddr_storage address = {};
  socklen_t bytes = sizeof address;
  Descriptor socket(::accept4(listener.number(), reinterpret_cast<sockaddr*>(&address), &bytes,
                              SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (!socket) return std::nullopt;
  const LocalAddress local(socket);
  if (!local.is_unix()) set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  Bytes theirs = text_of(address, bytes, local.path());
  return Accepted{std::move(socket), std::move(theirs), local.text(), is_loopback(address),
                  local.is_unix()};
}

Bytes local_address(const Descriptor& socket) {
  return LocalAddress(socket).text();
}

void set_keepalive(const Descriptor& socket, int64_t seconds) {
  if (seconds == 0) return;
  constexpr int kProbes = 3;
  constexpr int64_t kSecondsMax = 32'767;  // the kernel refuses more
  seconds = std::min(seconds, kSecondsMax);
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, static_cast<int>(seconds));
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, static_cast<int>(seconds / kProbes + 1));
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
}

}  // namespace keemun::server
