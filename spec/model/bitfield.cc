#include "model/call.h"

namespace keemun::model {

std::span<const Command> bitfield_commands() {
  return {};
}

}  // namespace keemun::model
