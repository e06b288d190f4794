// Requests as others may see them, in SLOWLOG and MONITOR: without what is to stay secret.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::server {

// The words of a request, passwords replaced.
std::vector<BytesView> redacted(const commands::Command& command, std::span<const BytesView> args);

}  // namespace keemun::server
