#include "model/call.h"

#include <limits>

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
  const auto found = database().entries().find(key);
  if (found == database().entries().end()) return;
  if (is_empty_collection(found->second.value)) database().erase(key);
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

int64_t Call::integer_in(size_t index, int64_t low, int64_t high, BytesView text) const {
  const auto value = parse_int64(arg(index));
  if (value && *value >= low && *value <= high) return *value;
  if (!text.empty()) throw CommandError(Bytes(text));
  if (!value) throw_not_integer();
  throw CommandError("ERR value is out of range, value must between " + format_int64(low) +
                     " and " + format_int64(high));
}

size_t Call::database_index(size_t index) const {
  const int64_t number =
      integer_in(index, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
  if (number < 0 || static_cast<size_t>(number) >= model.options().database_count) {
    throw CommandError("ERR DB index is out of range");
  }
  return static_cast<size_t>(number);
}

size_t Call::database_named(size_t index) const {
  const bool is_number = !model.options().has_names || parse_int64(arg(index));
  return is_number ? database_index(index) : model.database_named(arg(index));
}

void Call::throw_wrong_arity() const {
  throw CommandError("ERR wrong number of arguments for '" + Bytes(command_name(args)) +
                     "' command");
}

void Call::throw_invalid_expiry() const {
  throw CommandError("ERR invalid expire time in '" + Bytes(command_name(args)) + "' command");
}

}  // namespace keemun::model
