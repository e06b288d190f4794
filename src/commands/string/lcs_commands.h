// LCS: the longest common subsequence of two strings.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply lcs(Call& call);

}  // namespace keemun::commands
