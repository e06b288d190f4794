// maxmemory: whether the process has more than it may have.
#pragma once

#include <cstdint>

namespace keemun::server {

class MemoryLimit {
 public:
  // When somebody looked last.
  bool is_exceeded() const { return is_exceeded_; }
  // Looks, now and then, and when the limit changes; 0: there is none.
  void look(int64_t bytes_max, int64_t now_ms);

 private:
  bool is_exceeded_ = false;
  int64_t purged_ms_ = 0;
};

}  // namespace keemun::server
