// The bytes of one connection to a server, on a blocking socket: each wait is as long as the
// socket's own limit allows.
#pragma once

#include <span>
#include <utility>

#include "base/bytes.h"

namespace keemun::verify {

class Wire {
 public:
  // The socket is another's and outlives it. Errors name the server as `server`.
  Wire(int socket, Bytes server) : socket_(socket), server_(std::move(server)) {}
  virtual ~Wire() = default;

  // All of them. Throws TargetError, as the others do.
  virtual void write(BytesView bytes);
  // Waits for some; as many as have come.
  virtual BytesView read(std::span<char> into);
  // Whether some have come that nobody has read.
  virtual bool has_unread();

 protected:
  int socket() const { return socket_; }
  [[noreturn]] void fail(const Bytes& what, const Bytes& why) const;
  [[noreturn]] void fail_as_closed(
      const Bytes& why = "it did not like a request, or it went down") const;
  [[noreturn]] void fail_as_late() const;

 private:
  const int socket_;
  const Bytes server_;
};

}  // namespace keemun::verify
