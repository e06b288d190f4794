#include "commands/key/expiry_commands.h"

#include "base/error_text.h"
#include "commands/key/expiry_argument.h"

namespace keemun::commands {

using keyspace::kNoExpiry;

namespace {

constexpr int64_t kMsPerSecond = 1000;

struct ExpireConditions {
  bool if_none = false;
  bool if_some = false;
  bool if_later = false;
  bool if_earlier = false;

  // No expiry counts as later than any.
  bool permit(int64_t current_ms, int64_t wanted_ms) const {
    const bool has_none = current_ms == kNoExpiry;
    if (has_none) return !if_some && !if_later;
    return !if_none && !(if_later && wanted_ms <= current_ms) &&
           !(if_earlier && wanted_ms >= current_ms);
  }
};

ExpireConditions parse_conditions(const Call& call) {
  ExpireConditions conditions;
  for (size_t i = 3; i < call.size(); ++i) {
    if (call.is_word(i, "nx")) {
      conditions.if_none = true;
    } else if (call.is_word(i, "xx")) {
      conditions.if_some = true;
    } else if (call.is_word(i, "gt")) {
      conditions.if_later = true;
    } else if (call.is_word(i, "lt")) {
      conditions.if_earlier = true;
    } else {
      throw_error(error_ending_in("ERR Unsupported option ", call.arg(i)));
    }
  }
  if (conditions.if_none && (conditions.if_some || conditions.if_later || conditions.if_earlier)) {
    throw_error("ERR NX and XX, GT or LT options at the same time are not compatible");
  }
  if (conditions.if_later && conditions.if_earlier) {
    throw_error("ERR GT and LT options at the same time are not compatible");
  }
  return conditions;
}

// The time counts units behind `base_ms`.
Reply expire_from(const Call& call, int64_t base_ms, int64_t unit_ms) {
  const ExpireConditions conditions = parse_conditions(call);
  int64_t time_ms = call.integer(2);
  if (__builtin_mul_overflow(time_ms, unit_ms, &time_ms) ||
      __builtin_add_overflow(time_ms, base_ms, &time_ms)) {
    throw_invalid_expiry(call.command);
  }
  const auto info = call.keys().find(call.arg(1));
  if (!info || !conditions.permit(info->expire_at_ms, time_ms)) return Reply::integer(0);
  expire_at(call, call.arg(1), time_ms);
  return Reply::integer(1);
}

// The time until expiry, or from `base_ms` to it, in units, rounded to the nearest.
Reply time_from(const Call& call, int64_t base_ms, int64_t unit_ms) {
  constexpr int64_t kNoKey = -2;
  const auto info = call.keys().find(call.arg(1));
  if (!info) return Reply::integer(kNoKey);
  if (info->expire_at_ms == kNoExpiry) return Reply::integer(kNoExpiry);
  // To the nearest unit; unsigned, since the sum may go beyond the end of time.
  const auto time_ms = static_cast<uint64_t>(info->expire_at_ms - base_ms);
  const auto unit = static_cast<uint64_t>(unit_ms);
  return Reply::integer(static_cast<int64_t>((time_ms + unit / 2) / unit));
}

}  // namespace

// EXPIRE key seconds [NX | XX | GT | LT]
Reply expire(Call& call) {
  return expire_from(call, call.keys().now_ms(), kMsPerSecond);
}

// PEXPIRE key milliseconds [NX | XX | GT | LT]
Reply pexpire(Call& call) {
  return expire_from(call, call.keys().now_ms(), 1);
}

// EXPIREAT key unix-time-seconds [NX | XX | GT | LT]
Reply expireat(Call& call) {
  return expire_from(call, 0, kMsPerSecond);
}

// PEXPIREAT key unix-time-milliseconds [NX | XX | GT | LT]
Reply pexpireat(Call& call) {
  return expire_from(call, 0, 1);
}

// TTL key
Reply ttl(Call& call) {
  return time_from(call, call.keys().now_ms(), kMsPerSecond);
}

// PTTL key
Reply pttl(Call& call) {
  return time_from(call, call.keys().now_ms(), 1);
}

// EXPIRETIME key
Reply expiretime(Call& call) {
  return time_from(call, 0, kMsPerSecond);
}

// PEXPIRETIME key
Reply pexpiretime(Call& call) {
  return time_from(call, 0, 1);
}

// PERSIST key
Reply persist(Call& call) {
  const auto info = call.keys().find(call.arg(1));
  if (!info || info->expire_at_ms == kNoExpiry) return Reply::integer(0);
  keep_for_ever(call, call.arg(1));
  return Reply::integer(1);
}

}  // namespace keemun::commands
