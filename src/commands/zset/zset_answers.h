// What commands do with members that they took out of a sorted set: show them, keep them under
// another key, remove them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "commands/call.h"
#include "types/zset_store.h"

namespace keemun::commands {

using ScoredMembers = std::vector<types::ScoredMember>;

enum class Pairs : uint8_t {
  kFlat,    // member, score, member, score
  kNested,  // [member, score], [member, score]
};

// How most commands show scores: nested where the protocol has a type for them.
Pairs pairs_of(const Call& call);

Reply members_reply(ScoredMembers members);
Reply members_and_scores_reply(ScoredMembers members, Pairs pairs);

// Overwrites whatever the destination holds, its expiry too; without members it is deleted. No
// store of the destination is open. Replies how many they are.
Reply store_members(Call& call, BytesView destination, const ScoredMembers& members,
                    BytesView event);

// `members` are in the sorted set under `key`, whose store is `zset`. Where they are all of them
// the key goes, not row by row.
void remove_members(Call& call, BytesView key, std::unique_ptr<types::ZSetStore> zset,
                    const ScoredMembers& members, BytesView event);

}  // namespace keemun::commands
