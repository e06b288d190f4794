// The script, or the function of a library, that has run for longer than busy-reply-threshold,
// while others are told so.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace keemun::server {

struct LongScript {
  uint64_t client = 0;  // whose it is; 0: there is none
  bool must_end = false;
  Bytes function;  // its name; empty: it is a script
  std::vector<Bytes> words;
  std::chrono::steady_clock::time_point began;

  bool is_function() const { return !function.empty(); }
  Bytes busy_text() const {
    return "BUSY Redis is busy running a script. You can only call " +
           Bytes(is_function() ? "FUNCTION" : "SCRIPT") + " KILL or SHUTDOWN NOSAVE.";
  }

  // At the end of a client's request, none of its is there any more.
  class End {
   public:
    End(LongScript& script, uint64_t client) : script_(script), client_(client) {}
    End(const End&) = delete;
    End& operator=(const End&) = delete;
    ~End() {
      if (script_.client == client_) script_ = {};
    }

   private:
    LongScript& script_;
    const uint64_t client_;
  };
};

}  // namespace keemun::server
