// What the encodings of a sorted set do alike with its rows: member rows (s#, value = the score as
// text) and score rows (k#, the score in the key).
//
// A row that cannot be read ends the command with "ERR corrupt key ..."; nothing is done to it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "encodings/open_key.h"
#include "types/zset_store.h"

namespace keemun::encodings {

// The member rows of members that are new or move.
void put_member_rows(const OpenKey& key, std::span<const types::ScoreChange> changes);
void erase_member_rows(const OpenKey& key, std::span<const types::ScoredView> members);

std::vector<std::optional<double>> read_scores(const OpenKey& key,
                                               std::span<const BytesView> members);
// As ZSetStore::scan.
std::vector<types::ScoredMember> scan_scored_members(const OpenKey& key,
                                                     const std::optional<Bytes>& after,
                                                     size_t members_max);

// The member rows that a range by name holds.
format::KeyRange member_rows(const OpenKey& key, const types::LexRange& range);

// What a whole row of this key says. `row` was read with its value.
types::ScoredMember read_member_row(const OpenKey& key, const ports::Row& row);
types::ScoredMember read_score_row(const OpenKey& key, const ports::Row& row);

}  // namespace keemun::encodings
