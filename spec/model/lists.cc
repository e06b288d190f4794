#include "model/call.h"

namespace keemun::model {

std::span<const Command> list_commands() {
  return {};
}

}  // namespace keemun::model
