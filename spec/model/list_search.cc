#include "model/call.h"

namespace keemun::model {

std::span<const Command> list_search_commands() {
  return {};
}

}  // namespace keemun::model
