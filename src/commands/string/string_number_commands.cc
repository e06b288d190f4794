#include "commands/string/string_number_commands.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/number_text.h"

namespace keemun::commands {

namespace {

Reply add(const Call& call, int64_t increment) {
  const auto string = call.keys().string(call.arg(1), Create::kYes);
  int64_t sum = 0;
  if (call.keys().find(call.arg(1))) {
    const auto value = parse_int64(string->value());
    if (!value) throw_not_an_integer();
    sum = *value;
  }
  if (__builtin_add_overflow(sum, increment, &sum)) {
    throw_error("ERR increment or decrement would overflow");
  }
  string->set(format_int64(sum));
  call.changed(call.arg(1), "incrby");
  return Reply::integer(sum);
}

long double parse_number(BytesView text) {
  const auto number = parse_long_double(text);
  if (!number) throw_error("ERR value is not a valid float");
  return *number;
}

}  // namespace

// INCR key
Reply incr(Call& call) {
  return add(call, 1);
}

// INCRBY key increment
Reply incrby(Call& call) {
  return add(call, call.integer(2));
}

// DECR key
Reply decr(Call& call) {
  return add(call, -1);
}

// DECRBY key decrement
Reply decrby(Call& call) {
  const int64_t decrement = call.integer(2);
  if (decrement == std::numeric_limits<int64_t>::min()) {
    throw_error("ERR decrement would overflow");
  }
  return add(call, -decrement);
}

// INCRBYFLOAT key increment
Reply incrbyfloat(Call& call) {
  const auto string = call.keys().string(call.arg(1), Create::kYes);
  const bool exists = call.keys().find(call.arg(1)).has_value();
  const long double value = exists ? parse_number(string->value()) : 0;
  const long double sum = value + parse_number(call.arg(2));
  if (std::isnan(sum) || std::isinf(sum)) {
    throw_error("ERR increment would produce NaN or Infinity");
  }
  Bytes text = format_human(sum);
  string->set(text);
  call.changed(call.arg(1), "incrbyfloat");
  return Reply::bulk(std::move(text));
}

}  // namespace keemun::commands
