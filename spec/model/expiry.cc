// EXPIRE, TTL and their kin.
#include "model/expiry.h"

#include <algorithm>
#include <limits>

namespace keemun::model {

namespace {

constexpr int64_t kMsPerSecond = 1000;
constexpr int64_t kIntegerMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kIntegerMin = std::numeric_limits<int64_t>::min();

}  // namespace

int64_t expiry_of(const Call& call, ExpiryArgument argument) {
  using Unit = ExpiryArgument::Unit;
  int64_t time = call.integer(argument.index);
  const bool in_seconds = argument.unit == Unit::kSeconds || argument.unit == Unit::kAtSeconds;
  const bool relative = argument.unit == Unit::kSeconds || argument.unit == Unit::kMilliseconds;
  if (time <= 0 || (in_seconds && time > kIntegerMax / kMsPerSecond)) call.throw_invalid_expiry();
  if (in_seconds) time *= kMsPerSecond;
  if (relative) {
    if (time > kIntegerMax - call.now_ms) call.throw_invalid_expiry();
    time += call.now_ms;
  }
  return time;
}

void set_expiry(const Call& call, BytesView key, int64_t expire_at_ms) {
  if (expire_at_ms != kNoExpiry && expire_at_ms <= call.now_ms) {
    call.database().erase(key);
  } else {
    call.find_entry(key)->expire_at_ms = expire_at_ms;
  }
  call.changed(key);
}

namespace {

struct ExpireConditions {
  bool if_none = false;
  bool if_some = false;
  bool if_later = false;
  bool if_earlier = false;
};

ExpireConditions expire_conditions(const Call& call) {
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
      throw CommandError(trimmed_error_text("ERR Unsupported option ", call.arg(i)));
    }
  }
  if (conditions.if_none && (conditions.if_some || conditions.if_later || conditions.if_earlier)) {
    throw CommandError("ERR NX and XX, GT or LT options at the same time are not compatible");
  }
  if (conditions.if_later && conditions.if_earlier) {
    throw CommandError("ERR GT and LT options at the same time are not compatible");
  }
  return conditions;
}

// No expiry counts as later than any.
bool permits(const ExpireConditions& conditions, int64_t current, int64_t wanted) {
  const bool none = current == kNoExpiry;
  if (conditions.if_none && !none) return false;
  if (conditions.if_some && none) return false;
  if (conditions.if_later && (none || wanted <= current)) return false;
  if (conditions.if_earlier && !none && wanted >= current) return false;
  return true;
}

Reply expire_generic(Call& call, int64_t unit_ms, int64_t base_ms) {
  const ExpireConditions conditions = expire_conditions(call);
  int64_t time = call.integer(2);
  if (time > kIntegerMax / unit_ms || time < kIntegerMin / unit_ms) call.throw_invalid_expiry();
  time *= unit_ms;
  if (time > kIntegerMax - base_ms) call.throw_invalid_expiry();
  time += base_ms;

  const Entry* entry = call.find_entry(call.arg(1));
  if (entry == nullptr || !permits(conditions, entry->expire_at_ms, time)) {
    return Reply::integer(0);
  }
  // A moment that has come deletes; the one that means "none" is long past too.
  set_expiry(call, call.arg(1), time == kNoExpiry ? 0 : time);
  return Reply::integer(1);
}

// EXPIRE key seconds [NX | XX | GT | LT]
Reply expire(Call& call) {
  return expire_generic(call, kMsPerSecond, call.now_ms);
}
// PEXPIRE key milliseconds [NX | XX | GT | LT]
Reply pexpire(Call& call) {
  return expire_generic(call, 1, call.now_ms);
}
// EXPIREAT key unix-time-seconds [NX | XX | GT | LT]
Reply expireat(Call& call) {
  return expire_generic(call, kMsPerSecond, 0);
}
// PEXPIREAT key unix-time-milliseconds [NX | XX | GT | LT]
Reply pexpireat(Call& call) {
  return expire_generic(call, 1, 0);
}

// In units, the nearest one; what a server says instead is right where its clock may say so.
Reply remaining(const Call& call, int64_t unit_ms, int64_t base_ms) {
  constexpr int64_t kNoKey = -2;
  const Entry* entry = call.find_entry(call.arg(1));
  if (entry == nullptr) return Reply::integer(kNoKey);
  if (entry->expire_at_ms == kNoExpiry) return Reply::integer(kNoExpiry);
  const auto time = static_cast<uint64_t>(entry->expire_at_ms - base_ms);
  const auto nearest = [unit = static_cast<uint64_t>(unit_ms)](uint64_t ms) {
    return static_cast<int64_t>((ms + unit / 2) / unit);
  };
  const auto slack = static_cast<uint64_t>(call.model.options().clock_slack_ms);
  if (call.observed != nullptr && call.observed->kind() == Reply::Kind::kInteger) {
    const int64_t theirs = call.observed->integer();
    const bool is_near =
        theirs >= nearest(time - std::min(time, slack)) && theirs <= nearest(time + slack);
    if (is_near) return *call.observed;
  }
  return Reply::integer(nearest(time));
}

// TTL key
Reply ttl(Call& call) {
  return remaining(call, kMsPerSecond, call.now_ms);
}
// PTTL key
Reply pttl(Call& call) {
  return remaining(call, 1, call.now_ms);
}
// EXPIRETIME key
Reply expiretime(Call& call) {
  return remaining(call, kMsPerSecond, 0);
}
// PEXPIRETIME key
Reply pexpiretime(Call& call) {
  return remaining(call, 1, 0);
}

// PERSIST key
Reply persist(Call& call) {
  const Entry* entry = call.find_entry(call.arg(1));
  if (entry == nullptr || entry->expire_at_ms == kNoExpiry) return Reply::integer(0);
  set_expiry(call, call.arg(1), kNoExpiry);
  return Reply::integer(1);
}

constexpr Command kCommands[] = {
    {"expire", -3, expire},
    {"expireat", -3, expireat},
    {"expiretime", 2, expiretime, Order::kTimeSeconds},
    {"persist", 2, persist},
    {"pexpire", -3, pexpire},
    {"pexpireat", -3, pexpireat},
    {"pexpiretime", 2, pexpiretime, Order::kTime},
    {"pttl", 2, pttl, Order::kTime},
    {"ttl", 2, ttl, Order::kTimeSeconds},
};

}  // namespace

std::span<const Command> expiry_commands() {
  return kCommands;
}

}  // namespace keemun::model
