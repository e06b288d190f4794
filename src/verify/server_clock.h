// What a server's clock says, as far as TIME and ours tell it: by so much they differ, give or take
// what each answer took. Times to live are as exact as that; a server whose clock stands elsewhere
// keeps them just as well.
#pragma once

#include <algorithm>
#include <cstdint>

#include "resp/reply.h"
#include "verify/oracle.h"

namespace keemun::verify {

class ServerClock {
 public:
  // What it answered to TIME, that was asked and answered when our clock said so.
  void set(const resp::Reply& time, int64_t asked_ms, int64_t answered_ms);
  // A pipeline was under way so long: each of its commands ran at some moment of that.
  void took(int64_t ms) { longest_ms_ = std::max(longest_ms_, ms); }

  bool is_known() const { return is_known_; }
  int64_t from_ours(int64_t our_ms) const { return our_ms + ahead_ms_; }
  // How far times may differ: of when they were set, and of when they were looked at.
  int64_t slack_ms() const { return is_known_ ? error_ms_ + 2 * longest_ms_ : kClockSlackMaxMs; }

 private:
  bool is_known_ = false;
  int64_t ahead_ms_ = 0;
  int64_t error_ms_ = 0;
  int64_t longest_ms_ = 0;
};

}  // namespace keemun::verify
