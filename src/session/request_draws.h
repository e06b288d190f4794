// What one request leaves to chance. If it is broken off, since it would have to wait for the disk,
// and run again, the same is drawn: a new draw would favour what is in memory, where nothing breaks
// off.
#pragma once

#include <cstdint>
#include <optional>

#include "base/hash.h"
#include "ports/random.h"

namespace keemun::session {

class RequestDraws {
 public:
  explicit RequestDraws(ports::Random& random) : random_(random) {}

  uint64_t next() {
    if (!seed_) seed_ = random_.next();
    if (!sequence_) sequence_.emplace(*seed_);
    return sequence_->next();
  }

  // The request has been broken off.
  void begin_again() { sequence_.reset(); }
  // It has been answered.
  void end() {
    sequence_.reset();
    seed_.reset();
  }

 private:
  ports::Random& random_;
  std::optional<uint64_t> seed_;
  std::optional<DrawSequence> sequence_;
};

}  // namespace keemun::session
