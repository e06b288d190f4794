// One thread tells another, which waits for sockets, that there is something to take.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

#include "base/descriptor.h"

namespace keemun::server {

class Bell {
 public:
  Bell() : descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

  // Can be read from ring() to still().
  const Descriptor& descriptor() const { return descriptor_; }

  void ring() {
    const uint64_t once = 1;
    [[maybe_unused]] const ssize_t count = ::write(descriptor_.number(), &once, sizeof once);
  }
  void still() {
    uint64_t rings = 0;
    [[maybe_unused]] const ssize_t count = ::read(descriptor_.number(), &rings, sizeof rings);
  }

 private:
  const Descriptor descriptor_;
};

}  // namespace keemun::server
