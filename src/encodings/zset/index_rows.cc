#include "encodings/zset/index_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "encodings/sub_rows.h"
#include "format/member_index.h"

namespace keemun::encodings {

using format::MemberIndex;
using ports::Stage;
using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;

namespace {

// Replaces the indexes of these members, whose rows are `rows`.
void resolve_page(const OpenKey& key, std::span<ScoredMember* const> members,
                  std::span<const Bytes> rows) {
  std::vector<std::optional<Bytes>> found = key.rows().multi_get(rows);
  for (size_t i = 0; i < members.size(); ++i) {
    if (!found[i]) key.throw_corrupt("an index has no index row");
    members[i]->member = std::move(*found[i]);
  }
}

}  // namespace

Bytes redis_name(BytesView member, MemberNames names) {
  if (names == MemberNames::kMembers) return Bytes(member);
  return Bytes(MemberIndex(member).bytes());
}

void put_index_rows(const OpenKey& key, std::span<const ScoreChange> changes) {
  for (const ScoreChange& change : changes) {
    const MemberIndex index(change.member);
    if (change.old_score || index.is_inline()) continue;
    key.rows().put(key.generation().index_key(index), Bytes(change.member), Stage::kPut,
                   ports::WasThere::kNo);
  }
}

void erase_index_rows(const OpenKey& key, std::span<const ScoredView> members) {
  for (const ScoredView& member : members) {
    const MemberIndex index(member.member);
    if (index.is_inline()) continue;
    key.rows().erase(key.generation().index_key(index), Stage::kErase, ports::WasThere::kYes);
  }
}

void resolve_members(const OpenKey& key, MemberNames names, std::vector<ScoredMember>& members) {
  if (names == MemberNames::kMembers) return;
  std::vector<ScoredMember*> long_members;
  std::vector<Bytes> rows;
  for (ScoredMember& member : members) {
    const std::optional<MemberIndex> index = MemberIndex::decode(member.member);
    if (!index) key.throw_corrupt("Redis holds something that is no index");
    if (index->is_inline()) {
      member.member.erase(0, 1);
      continue;
    }
    long_members.push_back(&member);
    rows.push_back(key.generation().index_key(*index));
  }
  for (size_t at = 0; at < rows.size(); at += kPageRows) {
    const size_t count = std::min(kPageRows, rows.size() - at);
    resolve_page(key, std::span(long_members).subspan(at, count),
                 std::span(rows).subspan(at, count));
  }
}

}  // namespace keemun::encodings
