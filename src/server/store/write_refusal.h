// A store that takes no writes since its disk has failed. Commands are told so before they run:
// each commit that fails takes along what was run beside it, and has long requests begin anew. It
// is asked again by whoever writes after a second, and then after ever longer.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "ports/store_error.h"

namespace keemun::server {

class WriteRefusal {
 public:
  // Null where the store may be asked.
  const ports::StoreError* now() const {
    return error_ && std::chrono::steady_clock::now() < until_ ? &*error_ : nullptr;
  }

  void note_commit() {
    error_.reset();
    pause_ = kPauseMin;
  }
  void note_failure(const ports::StoreError& error) {
    const bool was_refusing = now() != nullptr;  // who had waited was tried all the same
    if (was_refusing || error.kind() != ports::StoreError::Kind::kUnavailable) return;
    error_ = error;
    until_ = std::chrono::steady_clock::now() + pause_;
    pause_ = std::min(2 * pause_, kPauseMax);
  }

 private:
  static constexpr std::chrono::seconds kPauseMin{1};
  static constexpr std::chrono::seconds kPauseMax{60};

  std::optional<ports::StoreError> error_;
  std::chrono::steady_clock::time_point until_;
  std::chrono::seconds pause_ = kPauseMin;
};

}  // namespace keemun::server
