#include "model/call.h"

namespace keemun::model {

std::span<const Command> string_number_commands() {
  return {};
}

}  // namespace keemun::model
