// What ZADD does to a sorted set, for all commands that add to one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "commands/call.h"
#include "types/zadd_rules.h"
#include "types/zset_store.h"

namespace keemun::commands {

struct AddOutcome {
  int64_t added = 0;
  int64_t updated = 0;
  std::optional<double> last_score;  // of the last member, unless the rules left it alone
};

// Pairs of the sorted set under the first argument, one after the other; `event` tells of a change.
AddOutcome add_members(Call& call, const types::AddRules& rules,
                       std::span<const types::ScoredView> pairs, BytesView event);

}  // namespace keemun::commands
