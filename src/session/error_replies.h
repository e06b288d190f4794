// Errors that the session itself words: requests that name no command, and stores that fail.
#pragma once

#include <span>

#include "base/bytes.h"
#include "commands/table.h"
#include "ports/store_error.h"
#include "resp/reply.h"

namespace keemun::session {

// Throws CommandError unless `command`, which find_command(args) gave, can be run with so many
// words.
void check_request(const commands::Command* command, std::span<const BytesView> args);

resp::Reply store_error_reply(const ports::StoreError& error);

}  // namespace keemun::session
