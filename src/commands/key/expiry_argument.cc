#include "commands/key/expiry_argument.h"

#include "base/command_error.h"

namespace keemun::commands {

std::optional<TimeUnit> parse_time_unit(const Call& call, size_t index) {
  if (call.is_word(index, "ex")) return TimeUnit::kSeconds;
  if (call.is_word(index, "px")) return TimeUnit::kMilliseconds;
  if (call.is_word(index, "exat")) return TimeUnit::kAtSeconds;
  if (call.is_word(index, "pxat")) return TimeUnit::kAtMilliseconds;
  return std::nullopt;
}

int64_t parse_expiry(const Call& call, ExpiryArgument argument) {
  constexpr int64_t kMsPerSecond = 1000;
  int64_t expire_at_ms = call.integer(argument.index);
  if (expire_at_ms <= 0) throw_invalid_expiry(call.command);
  const bool in_seconds =
      argument.unit == TimeUnit::kSeconds || argument.unit == TimeUnit::kAtSeconds;
  if (in_seconds && __builtin_mul_overflow(expire_at_ms, kMsPerSecond, &expire_at_ms)) {
    throw_invalid_expiry(call.command);
  }
  const bool is_relative =
      argument.unit == TimeUnit::kSeconds || argument.unit == TimeUnit::kMilliseconds;
  if (is_relative && __builtin_add_overflow(expire_at_ms, call.keys().now_ms(), &expire_at_ms)) {
    throw_invalid_expiry(call.command);
  }
  return expire_at_ms;
}

void expire_at(const Call& call, BytesView key, int64_t expire_at_ms) {
  if (expire_at_ms <= call.keys().now_ms()) {
    call.keys().erase(key);
    call.changed(key, "del");
  } else {
    call.keys().set_expiry(key, expire_at_ms);
    call.changed(key, "expire");
  }
}

void keep_for_ever(const Call& call, BytesView key) {
  call.keys().set_expiry(key, keyspace::kNoExpiry);
  call.changed(key, "persist");
}

void throw_invalid_expiry(const Command& command) {
  throw CommandError("ERR invalid expire time in '" + Bytes(command.name) + "' command");
}

}  // namespace keemun::commands
