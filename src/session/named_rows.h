// The rows that a request is sure to ask for, as far as it names them: the meta rows of its keys.
// A host that has to wait for each of them brings them into memory together.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "session/core.h"

namespace keemun::session {

// Adds those of one request to a database, with a fitting number of words: in the order of its
// keys.
void add_named_rows(const Core& core, size_t database, const commands::Command& command,
                    std::span<const BytesView> args, std::vector<Bytes>& rows);

}  // namespace keemun::session
