#include "model/call.h"

namespace keemun::model {

std::span<const Command> key_commands() {
  return {};
}

}  // namespace keemun::model
