#include "model/call.h"

namespace keemun::model {

std::span<const Command> string_commands() {
  return {};
}

}  // namespace keemun::model
