// A warning of what may happen a thousand times a second, as failing commits do on a full disk,
// which may be the log's too: it is told once in ten seconds.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "server/observe/log.h"

namespace keemun::server {

class RareWarning {
 public:
  void tell(Log& log, Bytes text) {
    constexpr auto kPeriod = std::chrono::seconds(10);
    const auto now = std::chrono::steady_clock::now();
    if (told_at_ && now - *told_at_ < kPeriod) {
      ++untold_;
      return;
    }
    told_at_ = now;
    if (const size_t untold = std::exchange(untold_, 0)) {
      text += ", and " + std::to_string(untold) + " times more since the last of these lines";
    }
    log.warning(text);
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> told_at_;
  size_t untold_ = 0;
};

}  // namespace keemun::server
