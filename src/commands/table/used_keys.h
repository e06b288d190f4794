// The keys that a request names, and what it does to each: what COMMAND GETKEYSANDFLAGS answers and
// what a user's rules are held against.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::commands {

struct UsedKey {
  size_t place;  // among the arguments
  BytesView key;
  KeyUse use;
};

// None where the arguments do not say which they are, or are too few. They begin with the command's
// name.
std::vector<UsedKey> used_keys(const Command& command, std::span<const BytesView> args);

}  // namespace keemun::commands
