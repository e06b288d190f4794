// Which command a request names, and how it is run: by its handler, or by the host.
#pragma once

#include <optional>
#include <span>

#include "base/bytes.h"
#include "commands/call.h"
#include "commands/table/table.h"
#include "ports/kv_store.h"
#include "resp/reply.h"
#include "session/command_run.h"
#include "session/extension.h"

namespace keemun::session {

// The core's, or the host's; null where there is none.
const commands::Command* find_command(const Core& core, std::span<const BytesView> args);

struct Outcome {
  resp::Reply reply;
  bool succeeded = false;
  std::optional<ports::StoreError> fault;  // the store's, where that is what it failed of
};

// What the handler throws becomes its reply, and the unit is worth nothing then.
Outcome call_handler(const commands::Command& command, std::span<const BytesView> args,
                     commands::Connection& connection, CommandRun& run);

// A request inside of EXEC or of a script, run by `body`: the host is told before and after.
template <typename Body>
resp::Reply run_inner(Core& core, const Extension::Inner& inner, Body&& body) {
  if (core.extension == nullptr) return body();
  core.extension->inner_begins(inner);
  resp::Reply reply = body();
  core.extension->inner_ended(inner, reply);
  return reply;
}

}  // namespace keemun::session
