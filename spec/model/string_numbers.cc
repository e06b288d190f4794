// Strings that hold numbers: INCR and its kin.
#include <cmath>
#include <limits>

#include "model/call.h"

namespace keemun::model {

namespace {

Reply add(Call& call, int64_t increment) {
  const Bytes& key = call.arg(1);
  const String* old = call.find<String>(key);
  int64_t sum = 0;
  if (old != nullptr) {
    const auto value = parse_int64(*old);
    if (!value) Call::throw_not_integer();
    sum = *value;
  }
  if (__builtin_add_overflow(sum, increment, &sum)) {
    throw CommandError("ERR increment or decrement would overflow");
  }
  call.find_or_create<String>(key) = format_int64(sum);
  call.changed(key);
  return Reply::integer(sum);
}

// INCR key
Reply incr(Call& call) {
  return add(call, 1);
}
// DECR key
Reply decr(Call& call) {
  return add(call, -1);
}
// INCRBY key increment
Reply incrby(Call& call) {
  return add(call, call.integer(2));
}

// DECRBY key decrement
Reply decrby(Call& call) {
  const int64_t decrement = call.integer(2);
  if (decrement == std::numeric_limits<int64_t>::min()) {
    throw CommandError("ERR decrement would overflow");
  }
  return add(call, -decrement);
}

long double long_number(BytesView text) {
  const auto value = parse_long_double(text);
  if (!value) throw CommandError("ERR value is not a valid float");
  return *value;
}

// INCRBYFLOAT key increment
Reply incrbyfloat(Call& call) {
  const Bytes& key = call.arg(1);
  const String* old = call.find<String>(key);
  const long double value = old == nullptr ? 0 : long_number(*old);
  const long double sum = value + long_number(call.arg(2));
  if (std::isnan(sum) || std::isinf(sum)) {
    throw CommandError("ERR increment would produce NaN or Infinity");
  }
  String& stored = call.find_or_create<String>(key);
  stored = format_human(sum);
  call.changed(key);
  return Reply::bulk(stored);
}

constexpr Command kCommands[] = {
    {"decr", 2, decr},     {"decrby", 3, decrby},           {"incr", 2, incr},
    {"incrby", 3, incrby}, {"incrbyfloat", 3, incrbyfloat},
};

}  // namespace

std::span<const Command> string_number_commands() {
  return kCommands;
}

}  // namespace keemun::model
