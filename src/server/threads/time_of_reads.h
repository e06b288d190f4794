// How long requests took in a turn that several threads can answer at once, and of how many clients
// they were.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace keemun::server {

class TimeOfReads {
 public:
  // A client's requests come one behind another.
  void add(uint64_t client, std::chrono::nanoseconds took) {
    if (client != last_client_) ++clients_;
    last_client_ = client;
    all_ += took;
  }
  std::chrono::nanoseconds of_each() const {
    return clients_ == 0 ? all_ : all_ / static_cast<int64_t>(clients_);
  }

 private:
  std::chrono::nanoseconds all_ = {};
  size_t clients_ = 0;
  uint64_t last_client_ = 0;
};

}  // namespace keemun::server
