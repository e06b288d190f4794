// The bytes of one connection, in the clear or through TLS: non-blocking, on a socket that it owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/descriptor.h"

namespace keemun::server {

class Stream {
 public:
  enum class Status : uint8_t {
    kDone,    // some bytes went through
    kAgain,   // not now: when the socket is ready
    kEnded,   // the other side sends nothing more; it may still read
    kClosed,  // the connection is broken
  };
  struct Transfer {
    Status status = Status::kAgain;
    size_t bytes = 0;
  };

  explicit Stream(Descriptor socket) : socket_(std::move(socket)) {}
  virtual ~Stream() = default;

  const Descriptor& socket() const { return socket_; }

  virtual Transfer read(std::span<char> into);
  virtual Transfer write(BytesView from);
  // Nothing more is written, and the other side is told so; it may still write.
  virtual void finish();
  // Why it is closed, where that is neither the other side's wish nor the network's; else empty.
  virtual Bytes trouble() const { return {}; }
  // Bytes that have left the socket and wait to be read: it will not be reported for them.
  virtual bool has_unread() const { return false; }

 private:
  const Descriptor socket_;
};

}  // namespace keemun::server
