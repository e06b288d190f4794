#include "commands/call.h"

#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::commands {

int64_t Call::integer(size_t index) const {
  const auto value = parse_int64(arg(index));
  if (!value) throw_not_an_integer();
  return *value;
}

double Call::number(size_t index) const {
  const auto value = parse_double(arg(index));
  if (!value) throw_error("ERR value is not a valid float");
  return *value;
}

void throw_wrong_arity(const Command& command) {
  throw CommandError("ERR wrong number of arguments for '" + Bytes(command.name) + "' command");
}

}  // namespace keemun::commands
