#include "model/call.h"

namespace keemun::model {

std::span<const Command> expiry_commands() {
  return {};
}

}  // namespace keemun::model
