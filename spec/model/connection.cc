#include "model/call.h"

namespace keemun::model {

std::span<const Command> connection_commands() {
  return {};
}

}  // namespace keemun::model
