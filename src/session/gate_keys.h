// Which gates a request has to pass.
#pragma once

#include <boost/container/small_vector.hpp>
#include <span>

#include "base/bytes.h"
#include "commands/table.h"

namespace keemun::session {

struct GateKeys {
  bool are_all = false;  // it sees or changes keys that it does not name
  // Most requests name few: then no memory is asked for.
  boost::container::small_vector<BytesView, 4> keys;

  std::span<const BytesView> names() const { return {keys.data(), keys.size()}; }
};

// Adds those of one request; the views point into `args`.
void add_gate_keys(const commands::Command& command, std::span<const BytesView> args,
                   GateKeys& gates);

}  // namespace keemun::session
