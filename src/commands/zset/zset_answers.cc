#include "commands/zset/zset_answers.h"

#include <optional>
#include <utility>

#include "types/zadd_rules.h"

namespace keemun::commands {

using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;

Pairs pairs_of(const Call& call) {
  return call.connection.protocol == 3 ? Pairs::kNested : Pairs::kFlat;
}

Reply members_reply(ScoredMembers members) {
  return Reply::array(Reply::bulks(std::move(members), &ScoredMember::member));
}

Reply members_and_scores_reply(ScoredMembers members, Pairs pairs) {
  Reply::Items items;
  items.reserve(members.size() * (pairs == Pairs::kFlat ? 2 : 1));
  for (ScoredMember& one : members) {
    Reply member = Reply::bulk(std::move(one.member));
    Reply score = Reply::number(one.score);
    if (pairs == Pairs::kNested) {
      Reply::Items pair;
      pair.push_back(std::move(member));
      pair.push_back(std::move(score));
      items.push_back(Reply::array(std::move(pair)));
    } else {
      items.push_back(std::move(member));
      items.push_back(std::move(score));
    }
  }
  return Reply::array(std::move(items));
}

Reply store_members(Call& call, BytesView destination, const ScoredMembers& members,
                    BytesView event) {
  const bool was_there = call.keys().erase(destination);
  if (members.empty()) {
    if (was_there) call.changed(destination, "del");
    return Reply::integer(0);
  }
  std::vector<ScoreChange> changes;
  changes.reserve(members.size());
  for (const ScoredMember& one : members) {
    changes.push_back({one.member, std::nullopt, types::kept_score(one.score)});
  }
  call.keys().zset(destination, Create::kYes)->put(changes);
  call.changed(destination, event);
  return Reply::integer(static_cast<int64_t>(members.size()));
}

void remove_members(Call& call, BytesView key, std::unique_ptr<types::ZSetStore> zset,
                    const ScoredMembers& members, BytesView event) {
  if (members.empty()) return;
  // Of many that are all the key goes, not row by row; of a few to erase is less than to collect.
  constexpr size_t kFew = 64;
  if (members.size() > kFew && static_cast<int64_t>(members.size()) >= zset->size() &&
      !zset->has_more_than(members.size())) {
    zset.reset();
    call.keys().erase(key);
  } else {
    std::vector<ScoredView> views;
    views.reserve(members.size());
    for (const ScoredMember& one : members) views.push_back({one.member, one.score});
    zset->remove(views);
  }
  call.changed(key, event);
}

}  // namespace keemun::commands
