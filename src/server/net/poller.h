// Which descriptors can be read or written now. What is added stands for itself by a token of its
// owner's.
//
// Plain epoll, not a library of completions: a turn of the server is all that is ready at once, and
// the commit of a turn has to know where it ends.
#pragma once

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <span>

#include "base/descriptor.h"

namespace keemun::server {

class Poller {
 public:
  struct Event {
    uint64_t token = 0;
    bool can_read = false;  // or it has ended or failed: reading tells
    bool can_write = false;
  };

  Poller();

  struct Interest {
    bool read = true;  // where it is not, only a failure is reported
    bool end = false;  // besides that the other side has nothing more to say
    bool write = false;
    friend bool operator==(const Interest&, const Interest&) = default;
  };

  // For reading. A descriptor that is closed leaves by itself. False: the system takes no more.
  [[nodiscard]] bool add(const Descriptor& descriptor, uint64_t token);
  void set(const Descriptor& descriptor, uint64_t token, Interest interest);
  // Nothing is reported of it any more.
  void remove(const Descriptor& descriptor);

  // Waits at most so long for the first event; until the next call.
  std::span<const Event> wait(int timeout_ms);

 private:
  static constexpr size_t kEventsMax = 1024;

  Descriptor epoll_;
  std::array<epoll_event, kEventsMax> raw_;
  std::array<Event, kEventsMax> events_;
};

}  // namespace keemun::server
