// The turn of threads.
#pragma once

#include "ports/turn.h"
#include "rocks/brief_lock.h"

namespace keemun::server {

class ThreadTurn final : public ports::Turn {
 public:
  void enter() override { lock_.lock(); }
  void leave() override { lock_.unlock(); }

 private:
  rocks::BriefLock lock_;
};

}  // namespace keemun::server
