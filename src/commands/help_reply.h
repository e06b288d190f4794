// What HELP of a command answers that contains others.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "resp/reply.h"

namespace keemun::commands {

// These lines, between what stands before and behind those of all.
resp::Reply help_reply(BytesView container, const std::vector<BytesView>& lines);

// Of one whose subcommands, which are among the rows, their documents explain well enough.
resp::Reply documented_help(BytesView container, std::span<const Command* const> rows);

}  // namespace keemun::commands
