// Which turns are worth to be shared by several threads, and by how many of them.
//
// A light turn, whose clients are answered in some microseconds each, is worth it where there are
// processors to spare. One whose clients take long is worth every processor: most of them wait, and
// need none meanwhile. How long they take is judged by the turns before it.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

#include "server/config/processors.h"
#include "server/threads/work_sharing.h"

namespace keemun::server {

class SharedTurns {
 public:
  explicit SharedTurns(IoThreads threads);

  bool are_possible() const { return threads_.all > 1; }

  // A turn begins. In the one before, a client that read took so long.
  void begin(std::chrono::nanoseconds each_before);
  // How many helpers are wanted for so many clients of this turn.
  size_t helpers_for(size_t clients) const;
  // Calls `work` with the number of each.
  void share(size_t clients, size_t helpers, const std::function<void(size_t)>& work) {
    sharing_.each(clients, helpers, work);
  }

 private:
  const IoThreads threads_;
  WorkSharing sharing_;
  std::chrono::nanoseconds each_ = {};  // of late
};

}  // namespace keemun::server
