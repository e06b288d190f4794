// Which gates a request has to pass.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table.h"

namespace keemun::session {

struct GateKeys {
  bool are_all = false;  // it sees or changes keys that it does not name
  std::vector<BytesView> keys;
};

// Adds those of one request; the views point into `args`.
void add_gate_keys(const commands::Command& command, std::span<const BytesView> args,
                   GateKeys& gates);

}  // namespace keemun::session
