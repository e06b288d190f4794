// A command's handler and what came of it.
#pragma once

#include <optional>
#include <span>

#include "base/bytes.h"
#include "commands/call.h"
#include "commands/table.h"
#include "ports/kv_store.h"
#include "resp/reply.h"
#include "session/command_run.h"

namespace keemun::session {

struct Outcome {
  resp::Reply reply;
  bool succeeded = false;
  std::optional<ports::StoreError> fault;  // the store's, where that is what it failed of
};

// What the handler throws becomes its reply, and the unit is worth nothing then.
Outcome call_handler(const commands::Command& command, std::span<const BytesView> args,
                     commands::Connection& connection, CommandRun& run);

}  // namespace keemun::session
