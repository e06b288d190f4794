// The turn of threads, as long as there are several; and of requests that take long.
#pragma once

#include "ports/turn.h"
#include "rocks/brief_lock.h"
#include "server/requests/time_slice.h"

namespace keemun::server {

class ThreadTurn final : public ports::Turn {
 public:
  void let_others_go() override { TimeSlice::look(); }
  void enter() override {
    if (are_several_) lock_.lock();
  }
  void leave() override {
    if (are_several_) lock_.unlock();
  }

  // While no other thread is there and nobody has entered.
  void set_several(bool are_several) { are_several_ = are_several; }

 private:
  bool are_several_ = false;
  rocks::BriefLock lock_;
};

}  // namespace keemun::server
