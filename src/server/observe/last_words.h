// What the log says of a process that ends by an error of its own. Else who looks there alone
// finds that it was there, and then was started again.
#pragma once

#include "server/observe/log.h"

namespace keemun::server {

// While it lives; one at a time. Signals that somebody else has a use for stay his.
class LastWords {
 public:
  explicit LastWords(const Log& log);
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
  ~LastWords();
};

}  // namespace keemun::server
