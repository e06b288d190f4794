// Moments of expiry as arguments give them, and what happens when a key gets one.
#pragma once

#include <cstdint>

#include "model/call.h"

namespace keemun::model {

// A time in SET, GETEX, SETEX, PSETEX: which argument, and what it counts.
struct ExpiryArgument {
  enum class Unit : uint8_t { kSeconds, kMilliseconds, kAtSeconds, kAtMilliseconds };
  Unit unit;
  size_t index;
};

// As milliseconds since 1970. Throws "invalid expire time" for what is not positive or too big.
int64_t expiry_of(const Call& call, ExpiryArgument argument);

// Gives an existing key its moment (or none) and says that it changed; a moment that has come
// already deletes the key.
void set_expiry(const Call& call, BytesView key, int64_t expire_at_ms);

}  // namespace keemun::model
