// Which column family a row lies in. On disk: a rule that is changed would look for rows where they
// are not.
//
//   row begins with m# s# k# i#               metas, subs, scores, indexes
//   row begins with a# __TTL_DB__             expiries: the indexes of what expires when
//   row begins with a#                        ardb: the other rows of the ardb family
//   otherwise, and m# s# k# i# at byte 8      the same, behind the prefix of the slot layout
//   otherwise                                 records, which is the engine's default family
//
// One slot's prefix begins with s#, so that all rows of that slot lie among the subs: what looks
// for the rows of a key asks kind_of_row, or family_runs, for each.
//
// Any bytes have exactly one family, so whatever the rows are, the families together hold the one
// ordered space, and a range is read right if all families that it can touch are merged. That the
// rows of the namespaces fall into them by kind only makes it fast.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::rocks {

enum class RowKind : uint8_t { kRecord, kMeta, kSub, kScore, kIndex, kArdb, kExpiry };

inline constexpr size_t kRowKindCount = 7;
// On disk, in the order of RowKind.
inline constexpr std::array<const char*, kRowKindCount> kFamilyNames = {
    "default", "metas", "subs", "scores", "indexes", "ardb", "expiries"};

RowKind kind_of_row(BytesView key);

// The kind of every row there can be with begin <= key < end; none if they may be of several.
std::optional<RowKind> kind_of_range(BytesView begin, BytesView end);

// A run of rows in the family of one kind.
struct FamilyRun {
  RowKind kind = RowKind::kRecord;
  BytesView begin;
  BytesView end;
};

// Where every row with begin <= key < end that carries `mark` is to be found; rows that do not
// carry it may be there too. Views of the arguments and of constants.
std::vector<FamilyRun> family_runs(BytesView begin, BytesView end, const ports::RowMark& mark);

}  // namespace keemun::rocks
