// How a port says that it could not do what it was asked: the only exception that crosses a door.
// Backends turn whatever their library throws or returns into one of these.
#pragma once

#include <cstdint>
#include <utility>

#include "base/bytes.h"

namespace keemun::ports {

class StoreError {
 public:
  enum class Kind : uint8_t {
    kUnavailable,     // not done, and never will be: may be tried again
    kUnknownOutcome,  // a write that may have happened, may still happen, or never will
    kConflict,        // a batch expected rows that are not so: not done, and never will be
    kTooLarge,        // a key, a value or a batch beyond what the store takes; nothing was written
    kFull,            // no space; nothing was written
    kCorrupt,         // the store's own check sums or structures do not hold
  };

  StoreError(Kind kind, Bytes text) : kind_(kind), text_(std::move(text)) {}

  Kind kind() const { return kind_; }
  const Bytes& text() const { return text_; }

 private:
  Kind kind_;
  Bytes text_;
};

}  // namespace keemun::ports
