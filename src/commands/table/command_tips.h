// The tips of a command, as COMMAND INFO has them: what a proxy before several servers asks which
// of them, what it makes of their answers, and which answers differ from time to time.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::commands {

std::vector<BytesView> tips_of(const Command& command);

}  // namespace keemun::commands
