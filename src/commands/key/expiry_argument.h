// Moments of expiry as arguments give them, and what happens when a key gets one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "commands/call.h"

namespace keemun::commands {

enum class TimeUnit : uint8_t { kSeconds, kMilliseconds, kAtSeconds, kAtMilliseconds };

// A time in SET, GETEX, SETEX, PSETEX: which argument, and what it counts.
struct ExpiryArgument {
  TimeUnit unit = TimeUnit::kSeconds;
  size_t index = 0;
};

// EX, PX, EXAT, PXAT; none for any other word.
std::optional<TimeUnit> parse_time_unit(const Call& call, size_t index);

// As milliseconds since 1970. Refuses what is not positive or too large.
int64_t parse_expiry(const Call& call, ExpiryArgument argument);

// Gives a key that is there its moment and says so; a moment that has come deletes the key.
void expire_at(const Call& call, BytesView key, int64_t expire_at_ms);
// Takes the moment away and says so.
void keep_for_ever(const Call& call, BytesView key);

[[noreturn]] void throw_invalid_expiry(const Command& command);

}  // namespace keemun::commands
