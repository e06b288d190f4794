// Errors that the session itself words: requests that name no command, and stores that fail.
#pragma once

#include <optional>
#include <span>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "ports/store_error.h"
#include "resp/reply.h"

namespace keemun::session {

inline constexpr BytesView kLacksMemory = "OOM command not allowed when used memory > 'maxmemory'.";

// Whether a damaged row or file of the store has made this error.
bool tells_of_damage(BytesView error);

// What a request names, as far as it is there.
struct Named {
  const commands::Command* command = nullptr;
  const commands::Command* container = nullptr;  // where the command is missing: its first word
};

// What is wrong, unless the command is there and can be run with so many words.
std::optional<Bytes> request_fault(const Named& named, std::span<const BytesView> args);

resp::Reply store_error_reply(const ports::StoreError& error);

}  // namespace keemun::session
