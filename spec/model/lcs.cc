#include "model/call.h"

namespace keemun::model {

std::span<const Command> lcs_commands() {
  return {};
}

}  // namespace keemun::model
