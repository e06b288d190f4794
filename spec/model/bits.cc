#include "model/call.h"

namespace keemun::model {

std::span<const Command> bit_commands() {
  return {};
}

}  // namespace keemun::model
