// Index rows (i#): what leads from the index under which a Redis holds a long member back to the
// member. Short members are their own index and have no row.
//
// A row is there before Redis knows its index, and gone only after Redis has forgotten it, so an
// index without its row is damage: "ERR corrupt key ...".
#pragma once

#include <span>
#include <vector>

#include "encodings/open_key.h"
#include "types/zset_store.h"

namespace keemun::encodings {

// How a sorted set in Redis names its members.
enum class MemberNames { kMembers, kIndexes };

Bytes redis_name(BytesView member, MemberNames names);

// The rows of those members that are new and long.
void put_index_rows(const OpenKey& key, std::span<const types::ScoreChange> changes);
void erase_index_rows(const OpenKey& key, std::span<const types::ScoredView> members);

// Turns the names that Redis answered into members.
void resolve_members(const OpenKey& key, MemberNames names,
                     std::vector<types::ScoredMember>& members);

}  // namespace keemun::encodings
