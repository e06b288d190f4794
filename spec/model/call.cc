#include "model/call.h"

namespace keemun::model {

namespace {

bool is_empty_collection(const Value& value) {
  return std::visit(
      [](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, String>) return false;
        return held.empty();
      },
      value);
}

}  // namespace

void Call::changed(BytesView key) const {
  database().touch(key);
  const Entry* entry = find_entry(key);
  if (entry != nullptr && is_empty_collection(entry->value)) database().erase(key);
}

int64_t Call::integer(size_t index) const {
  const auto value = parse_int64(arg(index));
  if (!value) throw_not_integer();
  return *value;
}

double Call::number(size_t index) const {
  const auto value = parse_double(arg(index));
  if (!value) throw CommandError("ERR value is not a valid float");
  return *value;
}

void Call::throw_wrong_type() {
  throw CommandError("WRONGTYPE Operation against a key holding the wrong kind of value");
}

void Call::throw_syntax_error() { throw CommandError("ERR syntax error"); }

void Call::throw_not_integer() {
  throw CommandError("ERR value is not an integer or out of range");
}

}  // namespace keemun::model
